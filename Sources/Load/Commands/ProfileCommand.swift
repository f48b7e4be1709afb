import ArgumentParser

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "The stack below the product, under one kind of work: echo, fanout, churn ...",
        discussion: """
            echo     messages that come back, against plain C and SwiftNIO
            fanout   one message to everybody connected, against both
            churn    connections that come, echo once, say goodbye and leave: nothing may stay
            tls      what encryption costs: echo, handshakes and memory over wss and over ws
            deflate  what compression costs: the same JSON sent back compressed, and plain
            bomb     compression bombs, each of which has to be closed with 1009

            Rounds alternate between the servers, so that a busy machine disturbs all alike; the
            least processor time of the rounds counts. Latencies are those of a full load. In
            fanout the last client to receive a message sends the next. The certificate of tls is
            made for the purpose by the program openssl, with a key on P-256. Bombs stay below the
            usual limit of a frame: what is refused is what they stand for.

            A message lost or changed, memory or descriptors that stay behind, or a bomb let
            through end the program with code 1.

            Examples:
              upfor-load profile echo --yardstick .build/yardstick
              upfor-load profile echo --connections 64 --depth 16 --rounds 5
              upfor-load profile fanout --connections 100 --depth 4
              upfor-load profile churn --count 500000 --at-once 1000
              upfor-load profile churn --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
              upfor-load profile tls --count 20000 --idle 5000
              upfor-load profile deflate --bytes 16384 --rounds 5
              upfor-load profile bomb --inflated 1000000 --count 1000
            """)

    @Argument(help: "The work: echo, fanout, churn, tls, deflate or bomb.")
    var profile: Profile

    @Option(
        name: [.long, .customLong("receivers")],
        help: "WebSockets (echo and deflate: 64, fanout: 1000).")
    var connections: Int?

    @Option(
        name: [.long, .customLong("under-way")],
        help: "Messages under way: on each WebSocket (echo: 1), or all told (fanout: 1).")
    var depth: Int?

    @Option(help: "Bytes of a message (echo: 64, fanout: 128, deflate: 300, before it shrinks).")
    var bytes: Int?

    @Option(
        name: [.long, .customLong("handshakes")],
        help: "Connections that come and go (churn: 50000, tls: 5000), or bombs (100).")
    var count: Int?

    @Option(help: "Connections at a time (churn: 500).")
    var atOnce: Int?

    @Option(help: "Connections that are only there, for their memory (tls: 2000).")
    var idle: Int?

    @Option(help: "Bytes that each bomb stands for (bomb: 50000000).")
    var inflated: Int?

    @Option(help: "Seconds of a round (3; tls: 2).")
    var seconds: Int?

    @Option(help: "Rounds for each server (3).")
    var rounds: Int?

    @OptionGroup var others: YardstickOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for (name, given) in given {
            guard let given else { continue }
            guard let amount = profile.amounts[name] else {
                throw ValidationError("--\(name): the profile \(profile.rawValue) has none")
            }
            try require(amount.bounds, given, "--\(name)")
        }
        if profile == .fanout { try require(1...amount("connections"), amount("depth"), "--depth") }
        if profile.isOfProcess { try server.requireProcess() }
        if profile == .tls, server.connect != nil {
            throw ValidationError("--connect: tls compares two servers, and starts both")
        }
        guard profile.isContest || others.yardstick == nil && others.nio == nil else {
            throw ValidationError("--yardstick, --nio: only echo and fanout compare with others")
        }
    }

    func run() async throws {
        switch profile {
        case .echo, .fanout, .deflate:
            try await output.show(connections: amount("connections")) { progress in
                try await contest(progress)
            }
        case .churn:
            let run = ChurnRun(count: amount("count"), atOnce: amount("at-once"))
            try await output.show(connections: run.connectionsMax) { progress in
                try await run.run(Contestant("upford", echoing()), progress)
            }
        case .tls:
            let run = TLSRun(
                program: server.program, seconds: amount("seconds"), rounds: amount("rounds"),
                handshakes: amount("count"), idle: amount("idle"))
            try await output.show(connections: run.connectionsMax) { progress in
                try await run.run(progress)
            }
        case .bomb:
            try await output.show(connections: 100) { progress in
                let subject = try echoing()
                return try await BombRun(count: amount("count"), inflatedBytes: amount("inflated"))
                    .run(Contestant("upford", subject, Target(subject, deflates: true)), progress)
            }
        }
    }

    private func contest(_ progress: Progress) async throws -> ContestReport {
        let (connections, bytes) = (amount("connections"), amount("bytes"))
        let (seconds, rounds) = (amount("seconds"), amount("rounds"))
        let subject = try echoing()
        guard profile.isContest else {
            let held = Contest(
                contestants: [
                    Contestant("compressed", subject, Target(subject, deflates: true)),
                    Contestant("plain", subject, Target(subject)),
                ], rounds: rounds)
            return try await DeflateWork(connections: connections, bytes: bytes, seconds: seconds)
                .run(held, progress)
        }
        let rivals = try others.yardsticks.contestants(to: audience)
        let held = Contest(contestants: [Contestant("upford", subject)] + rivals, rounds: rounds)
        guard profile == .fanout else {
            return try await EchoWork(
                connections: connections, depth: amount("depth"), bytes: bytes, seconds: seconds
            ).run(held, progress)
        }
        return try await Fanout(receivers: connections, underWay: amount("depth"), bytes: bytes)
            .run(held, seconds: seconds, progress)
    }
}

extension ProfileCommand {
    private var given: [(name: String, Int?)] {
        [
            ("connections", connections), ("depth", depth), ("bytes", bytes), ("count", count),
            ("at-once", atOnce), ("idle", idle), ("inflated", inflated), ("seconds", seconds),
            ("rounds", rounds),
        ]
    }

    /// How much of it there is; 0 of what the profile does not have.
    private func amount(_ name: String) -> Int {
        let said = given.first { $0.name == name }?.1
        return said ?? profile.amounts[name]?.usual ?? 0
    }

    private var audience: Audience { profile == .fanout ? .everyone : .sender }

    /// The server that runs already, or one of our own that echoes.
    private func echoing() throws -> SubjectServer {
        try server.running() ?? SubjectServer.echo(server.program, to: audience)
    }
}

/// A kind of work for the stack below the product: WebSockets of a server that only echoes.
enum Profile: String, CaseIterable, ExpressibleByArgument {
    case echo, fanout, churn, tls, deflate, bomb

    /// How much of something there is: by default, and at most.
    struct Amount {
        let usual: Int
        let bounds: ClosedRange<Int>

        init(_ usual: Int, _ bounds: ClosedRange<Int>) {
            (self.usual, self.bounds) = (usual, bounds)
        }
    }

    /// What can be said of it, by the option.
    var amounts: [String: Amount] {
        switch self {
        case .echo:
            [
                "connections": Amount(64, 1...50_000), "depth": Amount(1, 1...1024),
                "bytes": Amount(64, 0...65_535),
            ].merging(Self.contest) { one, _ in one }
        case .fanout:
            [
                "connections": Amount(1000, 1...50_000), "depth": Amount(1, 1...1024),
                "bytes": Amount(128, Fanout.stampBytes...65_535),
            ].merging(Self.contest) { one, _ in one }
        case .deflate:
            ["connections": Amount(64, 1...50_000), "bytes": Amount(300, 150...65_536)]
                .merging(Self.contest) { one, _ in one }
        case .churn:
            ["count": Amount(50_000, 1...100_000_000), "at-once": Amount(500, 1...20_000)]
        case .tls:
            [
                "count": Amount(5000, 1...10_000_000), "idle": Amount(2000, 1...60_000),
                "seconds": Amount(2, 1...600), "rounds": Amount(3, 1...100),
            ]
        case .bomb:
            [
                "count": Amount(100, 1...1_000_000),
                "inflated": Amount(50_000_000, 70_000...60_000_000),
            ]
        }
    }

    /// Whether others take part, to compare with.
    var isContest: Bool { self == .echo || self == .fanout }

    /// Whether only the server's own figures count, so that its process has to be known.
    var isOfProcess: Bool { self == .churn || self == .bomb }

    private static let contest = [
        "seconds": Amount(3, 1...600), "rounds": Amount(3, 1...100),
    ]
}

/// Whom a server is compared with.
struct YardstickOptions: ParsableArguments {
    @Option(help: "A program to compare with: Tests/Yardstick/echo.c, compiled.")
    var yardstick: String?

    @Option(help: "A program to compare with: nio-echo of Benchmarks.")
    var nio: String?

    var yardsticks: Yardsticks { Yardsticks(c: yardstick, nio: nio) }
}
