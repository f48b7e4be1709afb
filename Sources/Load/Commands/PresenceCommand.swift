import ArgumentParser

struct PresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Presence: users who come and go, and notices to their friends.",
        discussion: """
            Users are made in bulk. Most of them are online all the time; the others come for
            two seconds and leave for four. Every friend must receive each change once. A
            missing or duplicate notice ends the program with code 1.

            \(ServerOptions.connecting)

            Examples:
              upfor-load presence
              upfor-load presence --rate 100 --seconds 30 --json
              upfor-load presence --users 400 --connect 127.0.0.1:8080 --server-pid $(pidof upford)
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Visits a second; each causes two notices to every friend.")
    var rate = 50

    @Option(help: "Seconds of load.")
    var seconds = 10

    @OptionGroup var output: OutputOptions

    enum Usual: UsualPopulation {
        static let users = 2000
        static let usersMax = 15_000
        static let friends = 150
    }

    func validate() throws {
        try require(1...500, rate, "--rate")
        try require(1...3600, seconds, "--seconds")
        guard plan.visitorCount < people.users else {
            throw ValidationError(
                "--users: expected more than \(plan.visitorCount), who come and go at that --rate")
        }
    }

    func run() async throws {
        try await output.show(connections: people.users + 2 * plan.atOnce) { progress in
            let folder = try TemporaryFolder()
            let (server, settled) = try await people.settle(
                plan.population, in: folder, progress)
            let plan = PresencePlan(population: settled, rate: rate, seconds: seconds)
            return try await PresenceRun(plan: plan).run(server, progress)
        }
    }

    private var plan: PresencePlan {
        PresencePlan(population: people.population(), rate: rate, seconds: seconds)
    }
}
