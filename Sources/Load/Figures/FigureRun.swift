import Wire

/// Measures everything that Upfor is held against, one after the other.
struct FigureRun: Sendable {
    /// How long it takes.
    enum Pace: Sendable {
        /// A few minutes: for figures.
        case thorough
        /// Seconds: only whether everything works.
        case quick
    }

    let program: String
    let yardsticks: Yardsticks
    let pace: Pace
    let progress: Progress

    private var rounds: Int { pace == .quick ? 1 : 5 }

    /// Figures, and which promises were broken while they were taken.
    struct Findings: Sendable {
        private(set) var figures: [Figure] = []
        private(set) var complaints: [String] = []

        /// Adds what was found of some work.
        mutating func add(_ figures: [Figure], _ complaints: [String]) {
            self.figures += figures
            self.complaints += complaints
        }
    }

    /// All of them.
    func run() async throws(LoadFailure) -> Findings {
        var found = Findings()
        try await echo(connections: 64, depth: 1, goal: 1.10, &found)
        try await echo(connections: 64, depth: 16, goal: 1.10, &found)
        try await echo(connections: 1000, depth: 1, goal: 1.15, &found)
        try await fanout(&found)
        try await idle(&found)
        try await encryption(&found)
        try await compression(&found)
        try await chat(&found)
        try await churn(&found)
        return found
    }
}

extension FigureRun {
    private func contest(to audience: Audience) throws(LoadFailure) -> Contest {
        let ours = Contestant("upford", try .echo(program, to: audience))
        let others = try yardsticks.contestants(to: audience)
        return Contest(contestants: [ours] + others, rounds: rounds)
    }

    private func echo(
        connections: Int, depth: Int, goal: Double, _ found: inout Findings
    ) async throws(LoadFailure) {
        let work = EchoWork(connections: connections, depth: depth, bytes: 64, seconds: 1)
        let report = try await work.run(try contest(to: .sender), progress)
        found.add(
            [Figure("echo, \(connections) × \(depth)", report, goal: .timesC(goal))],
            report.complaints)
    }

    private func fanout(_ found: inout Findings) async throws(LoadFailure) {
        let fanout = Fanout(receivers: 1000, underWay: 1, bytes: 128)
        let report = try await fanout.run(try contest(to: .everyone), seconds: 1, progress)
        found.add(
            [Figure("fan-out to 1,000", report, goal: .timesC(1.05))], report.complaints)
    }

    private func idle(_ found: inout Findings) async throws(LoadFailure) {
        let (connections, users) = pace == .quick ? (1000, 100) : (10_000, 10_000)
        let run = IdleRun(program: program, progress: progress)
        let bare = try await run.bare(connections, .echo(program), yardsticks)
        let signedIn = try await run.signedIn(users)
        func bytes(of name: String) -> Double? {
            bare.first { $0.server == name }?.bytesPerConnection
        }
        let figures = [
            Figure(
                "idle WebSocket", "bytes", digits: 0, ours: bytes(of: "upford") ?? 0,
                c: bytes(of: Yardsticks.cName), nio: bytes(of: Yardsticks.nioName),
                goal: .atMost(100)),
            Figure(
                "idle signed-in user", "bytes", digits: 0, ours: signedIn.bytesPerConnection,
                goal: .atMost(2048)),
        ]
        found.add(figures, IdleReport(idle: bare + [signedIn]).complaints)
    }

    private func encryption(_ found: inout Findings) async throws(LoadFailure) {
        let isQuick = pace == .quick
        let run = TLSRun(
            program: program, seconds: 1, rounds: isQuick ? 1 : 3,
            handshakes: isQuick ? 200 : 5000, idle: isQuick ? 200 : 2000, progress: progress)
        let report = try await run.run()
        guard let line = report.lines.first else { return }
        let figures = [
            Figure(
                "echo over TLS, 64 × 1", "µs a message", digits: 2,
                ours: line.echoCPUMicroseconds),
            Figure(
                "TLS handshake, echo, close", "µs a connection", digits: 0,
                ours: line.connectionCPUMicroseconds),
            Figure(
                "idle WebSocket over TLS", "bytes", digits: 0, ours: line.idleBytes,
                goal: .atMost(16_384)),
        ]
        found.add(figures, report.complaints)
    }

    private func compression(_ found: inout Findings) async throws(LoadFailure) {
        let server = try SubjectServer.echo(program)
        let target = Target(server, deflates: true)
        let deflating = Contestant("upford", server, target)
        let contest = Contest(contestants: [deflating], rounds: rounds)
        let bytes = 1000
        let report = try await DeflateWork(connections: 64, bytes: bytes, seconds: 1)
            .run(contest, progress)
        let bomb = try await BombRun(count: pace == .quick ? 5 : 50, inflatedBytes: 50_000_000)
            .run(deflating, progress)
        let ours = report.servers.first
        let figures = [
            Figure(
                "compressed echo of JSON, \(bytes) B", "µs a message", digits: 2,
                ours: ours?.cpuMicroseconds ?? 0),
            Figure(
                "the same on the wire", "bytes", digits: 0, ours: ours?.bytes ?? 0,
                goal: .atMost(Double(bytes))),
            Figure(
                "compression bomb", "ms", digits: 2, ours: bomb.cpuMilliseconds, goal: .atMost(5)),
            Figure(
                "memory for it", "KiB", digits: 0, ours: Double(bomb.peakGrowthBytes) / 1024,
                goal: .atMost(10_240)),
        ]
        found.add(figures, report.complaints + bomb.complaints)
    }

    private func chat(_ found: inout Findings) async throws(LoadFailure) {
        let folder = try TemporaryFolder()
        let run = ChatRun(
            senders: 100, inFlight: 4, characters: 64, format: .json,
            seconds: pace == .quick ? 1 : 5)
        let outcome = try await run.run(program, in: folder.path, progress)
        let report = ChatReport(
            senders: run.senders, inFlight: run.inFlight, format: "json", outcome)
        let figure = Figure(
            "durable chat, 100 senders × 4", "µs a message", digits: 1,
            ours: report.cpuMicrosecondsPerMessage ?? 0, goal: .atMost(40))
        found.add([figure], report.complaints)
    }

    private func churn(_ found: inout Findings) async throws(LoadFailure) {
        let run = ChurnRun(count: pace == .quick ? 2000 : 50_000, atOnce: 500)
        let report = try await run.run(Contestant("upford", try .echo(program)), progress)
        let figures = [
            Figure(
                "connect, echo, close", "µs a connection", digits: 1, ours: report.cpuMicroseconds),
            Figure(
                "left behind by \(report.connections)", "KiB", digits: 0,
                ours: Double(report.after.privateBytes - report.before.privateBytes) / 1024,
                goal: .atMost(256)),
        ]
        found.add(figures, report.complaints)
    }
}
