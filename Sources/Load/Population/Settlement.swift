/// Brings a population to a server that runs already, over the wire: accounts, friendships, and
/// what somebody is up for.
struct Settlement: Sendable {
    private static let atOnceMax = 64

    /// Those who are to come; their usernames are chosen anew.
    let population: Population

    /// - Returns: the same people, with what they are called there, and what opens their sessions.
    /// - Throws: also when the server refuses something, with what to set.
    func settle(
        on server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Population {
        var generator = SystemRandomNumberGenerator()
        var settled = population
        settled.crowd = ChatPerson.makeCrowd(using: &generator)
        settled.tokens = try await RegistrationRun(count: population.size, crowd: settled.crowd)
            .tokens(server, progress)
        let (people, size) = (settled, settled.size)
        try await CrowdLoop(
            size, atOnceMax: Self.atOnceMax, to: Target(server), tally: Settler.Tally()
        ) { Settler($0, of: people) }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("making friends", size, progress) {
                $0.tally.firstRefusal == nil ? $0.leftCount : size
            }
            guard let refusal = await crowd.ask({ crowd, _ in crowd.tally.firstRefusal }) else {
                return
            }
            throw LoadFailure("the server refused a command: \(refusal)\n\(RegistrationRun.advice)")
        }
        return people
    }
}
