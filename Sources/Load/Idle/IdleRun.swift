import Wire

/// Measures how a server's memory grows with those who are only there.
struct IdleRun: Sendable {
    /// The first ones pay for what the server makes once, and are not counted.
    private static let firstCount = 100
    /// For what follows a connection to be over: timers, announcements, freed memory.
    private static let calmMilliseconds = 1500

    let program: String
    let progress: Progress

    /// WebSockets of servers that only echo: ours first, then the others.
    func bare(
        _ count: Int, _ yardsticks: Yardsticks
    ) async throws(LoadFailure) -> [IdleReport.Line] {
        let ours = Contestant("upford", try .echo(program))
        var lines: [IdleReport.Line] = []
        for contestant in [ours] + (try yardsticks.contestants(to: .sender)) {
            lines.append(try await bare(count, contestant))
        }
        return lines
    }

    /// WebSockets of one server.
    func bare(
        _ count: Int, _ contestant: Contestant
    ) async throws(LoadFailure) -> IdleReport.Line {
        let meter = contestant.server.meter
        let first = try await connect(Self.firstCount, contestant.target)
        let before = try meter.privateBytes()
        let others = try await connect(count, contestant.target)
        let after = try meter.privateBytes()
        await first.dismiss()
        await others.dismiss()
        return IdleReport.Line(
            "bare WebSocket", of: contestant.name, connections: count, from: before, to: after)
    }

    private func connect(
        _ count: Int, _ target: Target
    ) async throws(LoadFailure) -> CrowdLoop<IdleMember> {
        let crowd = try CrowdLoop(count, to: target, tally: 0) { _ in IdleMember() }
        try await crowd.reach("connecting", count, progress) { $0.tally }
        try await crowd.work("settling", milliseconds: Self.calmMilliseconds, progress)
        return crowd
    }

    /// People with one friend each, signed in to the whole server.
    ///
    /// Their accounts are made first, and the server started anew: what it needed for that must
    /// not be there for the sessions to use.
    func signedIn(_ count: Int) async throws(LoadFailure) -> IdleReport.Line {
        let folder = try TemporaryFolder()
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        let all = count + Self.firstCount
        let tokens = try await makeAccounts(all, name, in: folder.path)
        let subject = try SubjectServer.serve(program, data: folder.path)
        let first = try await signIn(Array(tokens.prefix(Self.firstCount)), name, subject)
        let before = try subject.meter.privateBytes()
        let others = try await signIn(Array(tokens.dropFirst(Self.firstCount)), name, subject)
        let after = try subject.meter.privateBytes()
        await first.dismiss()
        await others.dismiss()
        return IdleReport.Line(
            "signed-in user", of: "upford", connections: count, from: before, to: after)
    }

    private func makeAccounts(
        _ count: Int, _ name: String, in folder: String
    ) async throws(LoadFailure) -> [String] {
        let subject = try SubjectServer.serve(program, data: folder)
        let crowd = try ChatCrowd(
            count, named: name, Self.manner, to: Target(subject), progress)
        try await crowd.signIn()
        try await crowd.befriend()
        let tokens = await crowd.tokens()
        await crowd.dismiss()
        return tokens
    }

    private func signIn(
        _ tokens: [String], _ name: String, _ subject: SubjectServer
    ) async throws(LoadFailure) -> ChatCrowd {
        let crowd = try ChatCrowd(
            tokens.count, named: name, tokens: tokens, Self.manner,
            to: Target(subject), progress)
        try await crowd.signIn()
        await MonotonicClock.pass(Self.calmMilliseconds)
        return crowd
    }

    private static let manner = ChatMember.Manner(format: .json, inFlight: 1, characters: 64)
}
