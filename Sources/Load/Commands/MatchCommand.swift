import ArgumentParser

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Matching: toggles among many friends, until both of every pair are told.",
        discussion: """
            Makes a population in bulk, in which everybody has as many friends and one in ten is
            up for something; then some of them turn activities on and, a second later, off. All
            that follows counts: the answers, the matches, and their ends half a minute later. A
            notice that is lost, doubled or about the wrong person ends the program with code 1.
            A million people with 150 friends each are 6 GB, in TMPDIR.

            Examples:
              upfor-load match
              upfor-load match --users 1000000 --json
              upfor-load match --friends 300
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "How many of a hundred are up for something.")
    var active = 10

    @Option(help: "Toggles a second.")
    var rate = 500

    @Option(help: "Seconds of toggling.")
    var seconds = 20

    @Option(help: "People who toggle.")
    var togglers = 1000

    @Option(help: "How many of them have the friends who match connected, too.")
    var sampled = 300

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
            let server = try await people.serve(population, in: folder, progress)
            let run = MatchRun(
                population: population, plan: plan, sampledCount: sampled, seconds: seconds)
            return MatchReport(run, try await run.run(server, progress))
        }
    }

    private var plan: MatchPlan { MatchPlan(rate: rate, togglerCount: togglers) }
}
