import ArgumentParser

struct BombCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bomb",
        abstract: "Compression bombs: little to send, much to inflate. None may be let through.",
        discussion: """
            Each is sent on a connection of its own, which the server has to close with 1009; else
            the exit code is 1. Against `upford echo` with its usual limit, 64 KiB, below which the
            frame of a bomb stays: what is refused is what it stands for.

            Examples:
              upfor-load bomb
              upfor-load bomb --inflated 1000000 --count 1000
            """)

    @Option(help: "Bombs, one after the other.")
    var count = 100

    @Option(help: "Bytes that each stands for.")
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
