import ArgumentParser

struct TLSCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tls",
        abstract: "The cost of TLS: echo, handshakes and memory over wss and ws.",
        discussion: """
            The certificate is made for the purpose by the program openssl, with a key on P-256.

            Examples:
              upfor-load tls
              upfor-load tls --handshakes 20000 --idle 5000
            """)

    @Option(help: "Connections that open and close, for the cost of a handshake.")
    var handshakes = 5000

    @Option(help: "Idle connections, for their memory.")
    var idle = 2000

    @Option(help: "Seconds of a round of echoing.")
    var seconds = 2

    @Option(help: "Rounds of echoing.")
    var rounds = 3

    @OptionGroup var server: ProgramOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...10_000_000, handshakes, "--handshakes")
        try require(1...60_000, idle, "--idle")
        try require(1...600, seconds, "--seconds")
        try require(1...100, rounds, "--rounds")
    }

    func run() async throws {
        try await output.show(connections: max(idle, 400) + 100) { progress in
            try await TLSRun(
                program: server.program, seconds: seconds,
                rounds: rounds, handshakes: handshakes, idle: idle, progress: progress
            ).run()
        }
    }
}
