import Glibc
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
            handshakes: isQuick ? 200 : 5000, idle: isQuick ? 200 : 2000)
        let report = try await run.run(progress)
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

/// All figures of one run, and what they were measured on.
struct FigureSheet: Report {
    let machine: Machine
    /// The commit that was measured.
    let revision: String
    /// What measures them again.
    let command: String
    let figures: [Figure]
    /// Promises that were broken while it was measured.
    let complaints: [String]

    private static let heads = [
        "Work", "Upfor", "C epoll", "SwiftNIO", "Upfor / C", "SwiftNIO / Upfor", "Goal", "",
    ]

    var columns: [String] { Self.heads }
    var rows: [[String]] { figures.map(\.cells) }

    /// A page of documentation.
    func page() -> String {
        let table = TextTable.markdown([columns] + rows)
        let lines =
            [
                "# Figures", "",
                "Written by `\(command)` at commit \(revision). Do not edit.", "",
                "Machine: \(machine.text).", "",
                "![Processor time, plain C being 1](echo.svg)", "",
            ] + table + (complaints.isEmpty ? [] : [""] + complaints)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The figures that compare processor time, as bars: plain C is 1.
    func plot() -> BarPlot {
        let compared = figures.filter { $0.c != nil && $0.unit.hasPrefix("µs") }
        return BarPlot(
            title: "Processor time of the server, plain C being 1; shorter is better",
            series: ["Upfor", "C epoll", "SwiftNIO"],
            groups: compared.map { figure in
                let c = figure.c ?? 1
                let values = [figure.ours, figure.c, figure.nio]
                return BarPlot.Group(
                    name: figure.work,
                    bars: values.map { value in
                        value.map {
                            BarPlot.Bar(
                                length: $0 / c, text: "\(($0 / c).digits(2))  (\($0.digits(2)) µs)")
                        }
                    })
            })
    }
}

/// One number of ours, beside those of others that did the same work in the same run.
struct Figure: Encodable, Sendable {
    /// Like `echo, 64 connections × 1`.
    let work: String
    /// Like `µs a message`.
    let unit: String
    let ours: Double
    let c: Double?
    let nio: Double?
    /// Ours as a multiple of C's, and SwiftNIO's as a multiple of ours.
    let timesC: Double?
    let nioTimesOurs: Double?
    let goal: String?
    let isReached: Bool?
    /// Behind the point, where it is printed.
    private let digits: Int

    private enum CodingKeys: CodingKey {
        case work, unit, ours, c, nio, timesC, nioTimesOurs, goal, isReached
    }

    init(
        _ work: String, _ unit: String, digits: Int, ours: Double, c: Double? = nil,
        nio: Double? = nil, goal: Goal? = nil
    ) {
        (self.work, self.unit, self.digits) = (work, unit, digits)
        (self.ours, self.c, self.nio) = (ours, c, nio)
        timesC = c.map { ours / $0 }
        nioTimesOurs = nio.map { $0 / ours }
        self.goal = goal?.text(digits: digits)
        isReached = goal?.isReached(ours, c: c)
    }

    /// The cells of a row: work, ours, C, SwiftNIO, two ratios, the goal, whether it is reached.
    var cells: [String] {
        [
            work, "\(ours.digits(digits)) \(unit)", c?.digits(digits) ?? "",
            nio?.digits(digits) ?? "", timesC?.digits(2) ?? "", nioTimesOurs?.digits(2) ?? "",
            goal ?? "", isReached.map { $0 ? "reached" : "missed" } ?? "",
        ]
    }
}

extension Figure {
    /// The server's processor time for one unit of some work.
    init(_ work: String, _ report: ContestReport, goal: Goal) {
        func cpu(of name: String) -> Double? {
            report.servers.dropFirst().first { $0.server == name }?.cpuMicroseconds
        }
        self.init(
            work, "µs a \(report.unit.rawValue)", digits: 2,
            ours: report.servers.first?.cpuMicroseconds ?? 0, c: cpu(of: Yardsticks.cName),
            nio: cpu(of: Yardsticks.nioName), goal: goal)
    }
}

/// What a figure is to reach.
enum Goal: Sendable, Equatable {
    /// So many times the figure of plain C, measured in the same run.
    case timesC(Double)
    case atMost(Double)

    /// Whether it is reached; nil when what it is compared with was not measured.
    func isReached(_ ours: Double, c: Double?) -> Bool? {
        switch self {
        case .timesC(let times): c.map { ours <= times * $0 }
        case .atMost(let most): ours <= most
        }
    }

    /// Like `≤ 1.10 of C`.
    func text(digits: Int) -> String {
        switch self {
        case .timesC(let times): "≤ \(times.digits(2)) of C"
        case .atMost(let most): "≤ \(most.digits(most < 10 ? digits : 0))"
        }
    }
}

/// The machine that figures were measured on.
struct Machine: Encodable, Sendable {
    let processor: String
    let cores: Int
    let kernel: String

    /// This one.
    static func current() -> Machine {
        let name = ProcessFile.read("/proc/cpuinfo").flatMap { processor(in: $0) }
        let release = ProcessFile.read("/proc/sys/kernel/osrelease")
        return Machine(
            processor: name ?? "unknown processor",
            cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            kernel: release?.split(separator: "\n").first.map { "Linux \($0)" } ?? "Linux")
    }

    /// How busy it has been during the last minute, in threads that wanted to run.
    static var load: String {
        ProcessFile.read("/proc/loadavg")?.split(separator: " ").first.map(String.init) ?? "?"
    }

    /// The first processor's name.
    ///
    /// - Source: proc(5), /proc/cpuinfo
    static func processor(in text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let words = line[line.index(after: colon)...].split(separator: " ")
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        return nil
    }

    var text: String { "\(processor), \(cores) cores, \(kernel)" }
}
