import ArgumentParser

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Matching: toggles of users with many friends, until both users have the match.",
        discussion: """
            Users are made in bulk; one in ten has an activity on. Some of them turn activities
            on and, a second later, off. The figure includes answers, matches, and their ends
            half a minute later. A lost, duplicated or wrong notice ends the program with code
            1. A million users with 150 friends each need 6 GB in TMPDIR.

            \(ServerOptions.connecting)

            Examples:
              upfor-load match
              upfor-load match --users 1000000 --json
              upfor-load match --friends 300
              upfor-load match --detailed
              upfor-load match --users 400 --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Percentage of users with an activity on.")
    var active = 10

    @Option(help: "Toggles a second.")
    var rate = 500

    @Option(help: "Seconds of toggling.")
    var seconds = 20

    @Option(help: "Users who toggle.")
    var togglers = 1000

    @Option(help: "Number of them whose matching friends are connected, too.")
    var sampled = 300

    @Flag(help: "Toggles have a note, and connected friends make a plan before.")
    var detailed = false

    @OptionGroup var output: OutputOptions

    enum Usual: UsualPopulation {
        static let users = 100_000
        static let usersMax = 10_000_000
        static let friends = 150
    }

    func validate() throws {
        try require(1...100, active, "--active")
        try require(1...100_000, rate, "--rate")
        try require(1...min(people.users, 10_000), togglers, "--togglers")
        try require(0...togglers, sampled, "--sampled")
        guard plan.secondsMax >= 1 else {
            throw ValidationError("--togglers: too few for --rate: all are through in a second")
        }
        try require(1...plan.secondsMax, seconds, "--seconds")
    }

    func run() async throws {
        try await output.show(connections: 18_000) { progress in
            let folder = try TemporaryFolder()
            let population = people.population(activePercent: active, togglerCount: togglers)
            let (server, settled) = try await people.settle(population, in: folder, progress)
            let run = MatchRun(
                population: settled, plan: plan, sampledCount: sampled, seconds: seconds,
                isDetailed: detailed)
            return MatchReport(run, try await run.run(server, progress))
        }
    }

    private var plan: MatchPlan { MatchPlan(rate: rate, togglerCount: togglers) }
}
