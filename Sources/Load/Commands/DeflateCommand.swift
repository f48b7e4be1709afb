import ArgumentParser

struct DeflateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deflate",
        abstract: "The cost of compression: the same JSON echoed compressed and plain.",
        discussion: """
            One server serves both, in rounds that alternate. Bytes are those that it sends.

            Examples:
              upfor-load deflate --bytes 300
              upfor-load deflate --bytes 16384 --rounds 5
            """)

    @Option(help: "WebSockets.")
    var connections = 64

    @Option(help: "Bytes of a message before it is compressed.")
    var bytes = 300

    @OptionGroup var contest: ContestOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...50_000, connections, "--connections")
        try require(150...65_536, bytes, "--bytes")
    }

    func run() async throws {
        try await output.show(connections: connections) { progress in
            let subject = try server.running() ?? SubjectServer.echo(server.program)
            let held = Contest(
                contestants: [
                    Contestant("compressed", subject, Target(subject, deflates: true)),
                    Contestant("plain", subject, Target(subject)),
                ], rounds: contest.rounds)
            return try await DeflateWork(
                connections: connections, bytes: bytes, seconds: contest.seconds
            ).run(held, progress)
        }
    }
}
