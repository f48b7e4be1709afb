import ArgumentParser

struct BombCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bomb",
        abstract: "Compression bombs: the server must refuse each.",
        discussion: """
            Each bomb is sent on a connection of its own, which the server must close with 1009;
            otherwise the exit code is 1. The server is `upford echo` with its usual limit of 64
            KiB. The frame of a bomb is smaller: the limit applies to the inflated message.

            Examples:
              upfor-load bomb
              upfor-load bomb --inflated 1000000 --count 1000
            """)

    @Option(help: "Bombs, one after the other.")
    var count = 100

    @Option(help: "Inflated bytes of each bomb.")
    var inflated = 50_000_000

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try server.requireProcess()
        try require(1...1_000_000, count, "--count")
        try require(70_000...60_000_000, inflated, "--inflated")
    }

    func run() async throws {
        try await output.show(connections: 100) { progress in
            let subject = try server.running() ?? SubjectServer.echo(server.program)
            let target = Target(subject, deflates: true)
            return try await BombRun(count: count, inflatedBytes: inflated)
                .run(Contestant("upford", subject, target), progress)
        }
    }
}
