import Wire

/// Durable chat with a server, among people in pairs.
struct ChatRun: Sendable {
    let senders: Int
    /// Messages of each of them that wait for their acknowledgement.
    let inFlight: Int
    let characters: Int
    let format: WireFormat
    let seconds: Int

    /// Measures a server that runs already: people make accounts there, and friends.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        let tokens = try await RegistrationRun(count: senders, crowd: name)
            .tokens(server, progress)
        return try await ChatCrowd(
            0..<senders, named: name, tokens: tokens, manner, to: target(server), progress
        ).whileThere { crowd throws(LoadFailure) in
            try await crowd.signIn()
            try await crowd.befriend()
            return try await talk(crowd, server)
        }
    }

    /// Makes these people in bulk, and measures a server that has them in its data.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    func run(
        _ program: String, in folder: String, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        let population = Population.pairs(senders)
        let server = try await SubjectServer.serve(program, population, in: folder, progress)
        return try await run(server, having: population, progress)
    }

    /// Measures a server that has a population of as many pairs in its data.
    func run(
        _ server: SubjectServer, having population: Population, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        let tokens = try await LoginRun(population: population, count: senders, atOnce: 64)
            .tokens(server, progress)
        return try await ChatCrowd(0..<senders, of: tokens, manner, to: target(server), progress)
            .whileThere { crowd throws(LoadFailure) in
                try await crowd.signIn()
                return try await talk(crowd, server)
            }
    }

    private var manner: ChatMember.Manner {
        ChatMember.Manner(format: format, inFlight: inFlight, characters: characters)
    }

    private func target(_ server: SubjectServer) -> Target {
        Target(server, subprotocols: [format.subprotocol])
    }

    private func talk(
        _ crowd: ChatCrowd, _ server: SubjectServer
    ) async throws(LoadFailure) -> ChatOutcome {
        try await crowd.talk(
            warmUpMilliseconds: 1000, milliseconds: seconds * 1000, server)
    }
}
