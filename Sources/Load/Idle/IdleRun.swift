import Wire

/// Measures how a server's memory grows with idle connections.
struct IdleRun: Sendable {
    /// The first connections pay for what the server allocates once, and are not counted.
    private static let firstCount = 100
    /// The pause after connecting, for timers, announcements and freed memory to settle.
    private static let calmMilliseconds = 1500

    let program: String
    let progress: Progress

    /// The most connections that exist while `count` are measured.
    static func connectionsMax(_ count: Int) -> Int { firstCount + count }

    /// WebSockets of servers that only echo, ours first.
    func bare(
        _ count: Int, _ server: SubjectServer, _ yardsticks: Yardsticks
    ) async throws(LoadFailure) -> [IdleReport.Line] {
        let ours = Contestant("upford", server)
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
        let meter = try contestant.server.meter
        return try await crowd(Self.firstCount, contestant.target).whileThere {
            first throws(LoadFailure) in
            try await arrive(first, Self.firstCount)
            let before = try meter.privateBytes()
            return try await crowd(count, contestant.target).whileThere {
                others throws(LoadFailure) in
                try await arrive(others, count)
                let after = try meter.privateBytes()
                return IdleReport.Line(
                    "bare WebSocket", of: contestant.name, connections: count, from: before,
                    to: after, try await speak(others, meter))
            }
        }
    }

    private func crowd(
        _ count: Int, _ target: Target
    ) throws(LoadFailure) -> CrowdLoop<EchoMember> {
        let message = EchoMember.Message(byteCount: 64)
        return try CrowdLoop(count, to: target, tally: RoundTally()) { _ in
            EchoMember(message, depth: 1)
        }
    }

    private func arrive(
        _ crowd: CrowdLoop<EchoMember>, _ count: Int
    ) async throws(LoadFailure) {
        try await crowd.reach("connecting", count, progress) { $0.openCount }
        try await crowd.work("settling", milliseconds: Self.calmMilliseconds, progress)
    }

    /// Sends one message on each connection, which the server echoes.
    private func speak(
        _ crowd: CrowdLoop<EchoMember>, _ meter: ProcessMeter
    ) async throws(LoadFailure) -> IdleWords {
        let cpu = try meter.cpuNanoseconds()
        // Each message is sent once: no member answers its echo.
        await crowd.ask { crowd, _ in crowd.tally.isOver = true }
        await crowd.begin()
        let tally = try await crowd.finish("a word of each", patience: 3000, progress)
        return IdleWords(tally, cpuNanoseconds: try meter.cpuNanoseconds() - cpu)
    }
}

// MARK: - Signed in

extension IdleRun {
    private static let manner = ChatMember.Manner(format: .json, inFlight: 1, characters: 64)

    /// Users with one friend each, created in bulk and signed in to the whole server.
    ///
    /// They get their tokens first. Then the server is restarted, so that the sessions cannot reuse
    /// the memory of the log-ins.
    func signedIn(_ count: Int) async throws(LoadFailure) -> IdleReport.Line {
        let folder = try TemporaryFolder()
        let population = Population.pairs(count + Self.firstCount)
        let tokens = try await LoginRun(
            population: population, count: population.size, atOnce: 64
        ).tokens(
            await SubjectServer.serve(program, population, in: folder.path, progress), progress)
        let server = try SubjectServer.serve(program, data: folder.path)
        return try await signedIn(population.size, tokens, server)
    }

    /// These users, on a server that has them in its data and was just started.
    func signedIn(
        _ size: Int, _ tokens: [Int: String], _ server: SubjectServer
    ) async throws(LoadFailure) -> IdleReport.Line {
        let (target, meter) = (Target(server), try server.meter)
        let (first, rest) = (0..<Self.firstCount, Self.firstCount..<size)
        return try await ChatCrowd(first, of: tokens, Self.manner, to: target, progress)
            .whileThere { crowd throws(LoadFailure) in
                try await signIn(crowd)
                let before = try meter.privateBytes()
                return try await ChatCrowd(rest, of: tokens, Self.manner, to: target, progress)
                    .whileThere { crowd throws(LoadFailure) in
                        try await signIn(crowd)
                        let after = try meter.privateBytes()
                        return IdleReport.Line(
                            "signed-in user", of: "upford", connections: rest.count, from: before,
                            to: after, IdleWords(try await crowd.speak(server)))
                    }
            }
    }

    private func signIn(_ crowd: ChatCrowd) async throws(LoadFailure) {
        try await crowd.signIn()
        await MonotonicClock.pass(Self.calmMilliseconds)
    }
}

/// What an idle user costs.
struct IdleReport: Report {
    /// One kind of idle connection.
    struct Line: Encodable {
        let kind: String
        let server: String
        let connections: Int
        let bytesBefore: Int
        let bytesAfter: Int
        let bytesPerConnection: Double
        /// Of the messages sent afterwards.
        let cpuMicrosecondsPerDelivery: Double
        let deliveries: Latencies
        let lost: Int
        let duplicated: Int
        let complaints: [String]

        init(
            _ kind: String, of server: String, connections: Int, from before: Int, to after: Int,
            _ words: IdleWords
        ) {
            (self.kind, self.server, self.connections) = (kind, server, connections)
            (bytesBefore, bytesAfter) = (before, after)
            bytesPerConnection = Double(after - before) / Double(max(1, connections))
            cpuMicrosecondsPerDelivery = words.cpuMicrosecondsPerDelivery
            deliveries = words.deliveries
            (lost, duplicated) = (words.lostCount, words.duplicateCount)
            complaints = words.complaints
        }
    }

    let idle: [Line]

    var columns: [String] {
        [
            "idle", "server", "connections", "before KiB", "after KiB", "bytes each",
            "cpu µs a delivery", "lost", "doubled",
        ]
    }

    var rows: [[String]] {
        idle.map { line in
            [
                line.kind, line.server, "\(line.connections)", "\(line.bytesBefore / 1024)",
                "\(line.bytesAfter / 1024)", line.bytesPerConnection.digits(0),
                line.cpuMicrosecondsPerDelivery.digits(1), "\(line.lost)", "\(line.duplicated)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] {
        idle.map { ("\($0.kind), \($0.server)", $0.deliveries) }
    }

    var complaints: [String] {
        idle.flatMap { line in line.complaints.map { "\(line.kind), \(line.server): \($0)" } }
    }
}

/// The outcome when each idle connection sends one message, which shows that all of them are still
/// open.
struct IdleWords: Sendable {
    let deliveryCount: Int
    let lostCount: Int
    let duplicateCount: Int
    /// The failures, a line for each kind.
    let complaints: [String]
    let cpuNanoseconds: UInt64
    /// From sending a message to its arrival.
    let deliveries: Latencies

    /// The server's processor time for one delivery.
    var cpuMicrosecondsPerDelivery: Double {
        cpuNanoseconds.microseconds(each: deliveryCount)
    }
}

extension IdleWords {
    /// Of echoes.
    init(_ tally: RoundTally, cpuNanoseconds: UInt64) {
        let (lost, doubled) = (tally.lostCount, tally.doubledCount)
        self.init(
            deliveryCount: tally.count, lostCount: lost, duplicateCount: doubled,
            complaints: lost + doubled > 0 ? ["BROKEN: lost \(lost), doubled \(doubled)"] : [],
            cpuNanoseconds: cpuNanoseconds, deliveries: tally.latencies)
    }

    /// Of friends.
    init(_ outcome: ChatOutcome) {
        self.init(
            deliveryCount: outcome.deliveryCount, lostCount: outcome.audit.lostCount,
            duplicateCount: outcome.audit.duplicateCount, complaints: outcome.audit.complaints,
            cpuNanoseconds: outcome.cpuNanoseconds ?? 0, deliveries: outcome.deliveries)
    }
}
