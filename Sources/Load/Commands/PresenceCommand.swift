import ArgumentParser

struct PresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Presence: people who come and go, and all their friends who are told.",
        discussion: """
            Makes a population in bulk. Most of them are there all the time; the others come, stay
            for two seconds and are gone for four. Everybody has to be told of every friend who
            comes or goes, once: one who is not, or twice, ends the program with code 1.

            Examples:
              upfor-load presence
              upfor-load presence --rate 100 --seconds 30 --json
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Visits a second: each is told twice to every friend.")
    var rate = 50

    @Option(help: "Seconds of coming and going.")
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
            let server = try await people.serve(plan.population, in: folder, progress)
            return try await PresenceRun(plan: plan).run(server, progress)
        }
    }

    private var plan: PresencePlan {
        PresencePlan(population: people.population(), rate: rate, seconds: seconds)
    }
}
