import ArgumentParser

struct FanoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fanout",
        abstract: "One message to all connections, against plain C and SwiftNIO.",
        discussion: """
            Each message is framed once and sent to all; the last receiver sends the next. The
            figure is the server's processor time per delivery.

            Examples:
              upfor-load fanout --yardstick .build/yardstick
              upfor-load fanout --receivers 100 --under-way 4
            """)

    @Option(help: "WebSockets that receive every message.")
    var receivers = 1000

    @Option(help: "Messages in flight.")
    var underWay = 1

    @Option(help: "Bytes of a message.")
    var bytes = 128

    @OptionGroup var contest: ContestOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...50_000, receivers, "--receivers")
        try require(1...min(1024, receivers), underWay, "--under-way")
        try require(Fanout.stampBytes...65_535, bytes, "--bytes")
    }

    func run() async throws {
        try await output.show(connections: receivers) { progress in
            let fanout = Fanout(receivers: receivers, underWay: underWay, bytes: bytes)
            let held = try contest.contest(server, to: .everyone)
            return try await fanout.run(held, seconds: contest.seconds, progress)
        }
    }
}
