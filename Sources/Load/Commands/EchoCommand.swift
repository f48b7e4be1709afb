import ArgumentParser

struct EchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "echo",
        abstract: "WebSocket echo: the stack below the product, against plain C and SwiftNIO.",
        discussion: """
            Rounds alternate between the servers, so that a busy machine affects all alike. The
            figure is the least processor time of the rounds. Latencies are under full load.

            Examples:
              upfor-load echo --yardstick .build/yardstick
              upfor-load echo --connections 64 --depth 16 --rounds 5
            """)

    @Option(help: "WebSockets.")
    var connections = 64

    @Option(help: "Messages in flight on each.")
    var depth = 1

    @Option(help: "Bytes of a message.")
    var bytes = 64

    @OptionGroup var contest: ContestOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...50_000, connections, "--connections")
        try require(1...1024, depth, "--depth")
        try require(0...65_535, bytes, "--bytes")
    }

    func run() async throws {
        try await output.show(connections: connections) { progress in
            let work = EchoWork(
                connections: connections, depth: depth, bytes: bytes, seconds: contest.seconds)
            return try await work.run(try contest.contest(server, to: .sender), progress)
        }
    }
}
