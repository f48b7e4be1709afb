import ArgumentParser

struct StormCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storm",
        abstract: "Everybody loses the connection at once, and comes back at once.",
        discussion: """
            Makes a population in bulk, of which most are cut off without a word while the others
            go on writing to them. All come back as fast as the server lets them, 128 handshakes
            under way at a time, and go on behind what they have seen. With --restart the server
            itself is killed and started anew, and the writers come back, too: what had no answer
            they say again. Whatever was acknowledged has to come to everybody, once and in order,
            or the exit code is 1.

            back: from when one could come back (with --restart, from the kill) until everything
            that was missed is there. resume: from the connection until then.

            Examples:
              upfor-load storm
              upfor-load storm --restart
              upfor-load storm --users 2000 --away 10 --report storm.html
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "How many of them write to the others, and keep their connections.")
    var writers = 100

    @Option(help: "Messages a second that they write.")
    var rate = 500

    @Option(help: "Seconds for which nobody can come back.")
    var away = 2

    @Flag(help: "Kill the server, and start it anew on the same data.")
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
    }

    func run() async throws {
        // Those who come back have lost their connections before.
        try await output.show(connections: people.users) { progress in
            let folder = try TemporaryFolder()
            let path = folder.path
            let plan = StormPlan(
                population: people.population(), writerCount: writers, rate: rate,
                awaySeconds: away)
            let server = try await people.serve(plan.population, in: folder, progress)
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
