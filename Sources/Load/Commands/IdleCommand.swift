import ArgumentParser

struct IdleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idle",
        abstract: "Memory of idle connections: bare WebSockets and signed-in users.",
        discussion: """
            It counts private pages of the server before and after. Kernel memory for sockets is
            not included: it is the same for every server. Users are made in bulk. Afterwards
            each connection sends one message, to the echo or to the friend. A lost or
            duplicated message ends the program with code 1.

            Examples:
              upfor-load idle --yardstick .build/yardstick
              upfor-load idle --connections 50000 --users 0
              upfor-load idle --users 0 --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
            """)

    @Option(help: "Bare WebSockets.")
    var connections = 10_000

    @Option(help: "Signed-in users with one friend each, an even number; 0 leaves them out.")
    var users = 10_000

    @OptionGroup var server: ServerOptions
    @OptionGroup var others: YardstickOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(1...60_000, connections, "--connections")
        try require(0...60_000, users, "--users")
        try server.requireProcess()
        guard server.connect == nil || users == 0 else {
            throw ValidationError("--connect: expected --users 0: a server of ours has them")
        }
        guard users % 2 == 0 else { throw ValidationError("--users: expected an even number") }
    }

    func run() async throws {
        try await output.show(connections: max(connections, users) + 100) { progress in
            let run = IdleRun(
                program: server.program, progress: progress)
            let ours = try server.running() ?? SubjectServer.echo(server.program)
            var lines = try await run.bare(connections, ours, others.yardsticks)
            if users > 0 { lines.append(try await run.signedIn(users)) }
            return IdleReport(idle: lines)
        }
    }
}
