/// People who make accounts over the wire, a few at a time.
struct RegistrationRun: Sendable {
    /// So few that nobody is closed while the server hashes the passwords of the others: that takes
    /// as long as it is made to, and by default there is one thread for it.
    private static let atOnceMax = 4

    /// What lets a server have all of them, in one line for whoever may set it.
    static let advice = """
        On the server set rates.registrationsPerHour, or rates.enabled: false; \
        limits.signInSeconds; passwords.memoryKiB.
        """

    let count: Int
    /// As ``ChatPerson`` takes it.
    let crowd: String

    /// - Returns: what opens their sessions, by their numbers, 0 up to `count` - 1.
    /// - Throws: with ``advice``, when the server refuses one, or does not wait for the password.
    func tokens(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> [Int: String] {
        try await CrowdLoop(
            count, atOnceMax: Self.atOnceMax, to: Target(server), tally: RegistrationTally()
        ) { [crowd] number in
            RegistrationMember(number, ChatPerson(number, of: crowd))
        }.whileThere { loop throws(LoadFailure) in
            do throws(LoadFailure) {
                try await come(loop, progress)
            } catch {
                guard await loop.ask({ crowd, _ in crowd.tally.hasTimedOut }) else { throw error }
                throw LoadFailure("\(error)\n\(Self.advice)")
            }
            let tally = await loop.ask { crowd, _ in crowd.tally }
            if let refusal = tally.firstRefusal {
                throw LoadFailure("the server refused an account: \(refusal)\n\(Self.advice)")
            }
            return tally.tokens
        }
    }

    /// Returns when all have left, or one was refused. The server may take its time for a password:
    /// it is the one to say that this was too long.
    private func come(
        _ loop: CrowdLoop<RegistrationMember>, _ progress: Progress
    ) async throws(LoadFailure) {
        try await loop.reach("making accounts", count, stuckAfter: 60_000, progress) {
            [count] crowd in
            crowd.tally.firstRefusal == nil ? crowd.leftCount : count
        }
    }
}
