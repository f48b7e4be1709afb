import ArgumentParser

struct ChurnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "churn",
        abstract: "Connections that open, echo once and close, and leaks of the server.",
        discussion: """
            If the server keeps memory or descriptors afterwards, the exit code is 1.

            Examples:
              upfor-load churn
              upfor-load churn --count 500000 --at-once 1000
            """)

    @Option(help: "Connections in total.")
    var count = 50_000

    @Option(help: "Connections at a time.")
    var atOnce = 500

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try server.requireProcess()
        try require(1...100_000_000, count, "--count")
        try require(1...20_000, atOnce, "--at-once")
    }

    func run() async throws {
        try await output.show(connections: 2 * atOnce) { progress in
            let subject = try server.running() ?? SubjectServer.echo(server.program)
            return try await ChurnRun(count: count, atOnce: atOnce)
                .run(Contestant("upford", subject), progress)
        }
    }
}
