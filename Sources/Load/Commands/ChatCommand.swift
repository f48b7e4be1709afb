import ArgumentParser

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Durable chat: messages acknowledged after the commit, delivered to both sides.",
        discussion: """
            Users are made in bulk, in pairs of friends. Each user sends to the friend and keeps
            some messages in flight. Every delivery is checked: a lost, duplicated or reordered
            message ends the program with code 1.

            With --connect, the accounts are registered over the wire on a running server, a few at
            a time. A server with default settings allows few registrations an hour, refuses
            messages at this rate, and closes connections that wait long for a password.
            \(RegistrationRun.advice)

            Examples:
              upfor-load chat
              upfor-load chat --senders 2 --in-flight 1
              upfor-load chat --format binary --seconds 30 --json
              upfor-load chat --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
            """)

    @Option(help: "Users who send, an even number.")
    var senders = 100

    @Option(help: "Unacknowledged messages of each user.")
    var inFlight = 4

    @Option(help: "Characters of a message.")
    var characters = 64

    @Option(help: "Seconds measured.")
    var seconds = 5

    @OptionGroup var writing: FormatOption
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(2...50_000, senders, "--senders")
        try require(1...1024, inFlight, "--in-flight")
        try require(1...4000, characters, "--characters")
        try require(1...3600, seconds, "--seconds")
        guard senders % 2 == 0 else { throw ValidationError("--senders: expected an even number") }
    }

    func run() async throws {
        try await output.show(connections: senders) { progress in
            let folder = try TemporaryFolder()
            let run = ChatRun(
                senders: senders, inFlight: inFlight, characters: characters,
                format: try writing.wireFormat, seconds: seconds)
            let running = try server.running()
            let outcome =
                if let running {
                    try await run.run(running, progress)
                } else {
                    try await run.run(server.program, in: folder.path, progress)
                }
            return ChatReport(
                senders: senders, inFlight: inFlight, format: writing.format, outcome)
        }
    }
}
