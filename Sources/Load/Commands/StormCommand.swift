import ArgumentParser

struct StormCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "All users lose the connection and reconnect at once.",
        discussion: """
            Users are made in bulk. Most are disconnected at once, while the others write to
            them. All return as fast as the server allows, 128 handshakes at a time, and resume.
            With --restart the server is killed and started again, and the writers return and
            repeat unanswered messages. If an acknowledged message does not reach every
            recipient once and in order, the exit code is 1.

            back: from when a return was possible (with --restart, from the kill) until all
            missed events are there. resume: from the connection until then.

            \(ServerOptions.connecting) With --restart it is not possible:
            only a server that this program has started is killed.

            Examples:
              upfor-load storm
              upfor-load storm --restart
              upfor-load storm --users 2000 --away 10 --report storm.html
              upfor-load storm --users 200 --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Users who keep their connections and write to the others.")
    var writers = 100

    @Option(help: "Messages a second of these users.")
    var rate = 500

    @Option(help: "Seconds until users can reconnect.")
    var away = 2

    @Flag(help: "Kill the server and start it again on the same data.")
    var restart = false

    @OptionGroup var output: OutputOptions

    enum Usual: UsualPopulation {
        static let users = 10_100
        static let usersMax = 50_000
        static let friends = 20
    }

    func validate() throws {
        try require(0...100_000, rate, "--rate")
        try require(0...600, away, "--away")
        try require(1...people.users / 2, writers, "--writers")
        guard people.server.connect == nil || !restart else {
            throw ValidationError("--restart: a server of --connect is not ours to kill")
        }
    }

    func run() async throws {
        // Clients reconnect after they have lost their first connection, so each counts once.
        try await output.show(connections: people.users) { progress in
            let folder = try TemporaryFolder()
            let path = folder.path
            let (server, settled) = try await people.settle(
                people.population(), in: folder, progress)
            let plan = StormPlan(
                population: settled, writerCount: writers, rate: rate, awaySeconds: away)
            let program = people.program
            let again = { @Sendable (server: SubjectServer) throws(LoadFailure) in
                try server.kill()
                return try SubjectServer.serve(program, data: path)
            }
            return try await StormRun(plan: plan, restart: restart ? again : nil)
                .run(server, progress)
        }
    }
}
