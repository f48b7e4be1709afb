import ArgumentParser

struct DayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "A usual day in fast motion: everything at the same time, by stated proportions.",
        discussion: """
            Makes a population in bulk, of which two of three are there at a time: each comes,
            goes on behind what it has seen, stays, leaves, and is back after half of that. Every
            other match is confirmed, and stands on the circle once both have said so. Of a
            hundred deeds
            \(DayDeed.allCases.map { "  \($0.percent) \($0.summary)" }.joined(separator: "\n"))

            In the end everybody comes once more. Whatever was acknowledged has to have come to
            everybody whom it concerns, once and in order; of a match both know or none; and
            whatever had no answer when its author left is said again then. Else the exit code
            is 1.

            Examples:
              upfor-load day
              upfor-load day --users 300 --rate 100 --stay 2
              upfor-load day --users 6000 --rate 1000 --seconds 120 --report day.html
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Deeds a second, all told.")
    var rate = 500

    @Option(help: "Seconds of it.")
    var seconds = 30

    @Option(help: "Seconds for which somebody stays.")
    var stay = 10

    @OptionGroup var output: OutputOptions

    enum Usual: UsualPopulation {
        static let users = 3000
        static let usersMax = 50_000
        static let friends = 20
    }

    func validate() throws {
        try require(1...100_000, rate, "--rate")
        try require(1...86_400, seconds, "--seconds")
        try require(1...3600, stay, "--stay")
    }

    func run() async throws {
        try await output.show(connections: 2 * people.users) { progress in
            let folder = try TemporaryFolder()
            let population = people.population(activePercent: 0)
            let plan = DayPlan(
                population: population, rate: rate, seconds: seconds, staySeconds: stay)
            let server = try await people.serve(population, in: folder, progress)
            return try await DayRun(plan: plan).run(server, progress)
        }
    }
}
