import ArgumentParser

struct DayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "A usual day in fast motion: all commands at the same time, by proportion.",
        discussion: """
            Users are made in bulk; two thirds of them are online at a time. Each comes, resumes,
            stays, leaves, and returns after half of that. Every other match is confirmed, and is
            posted on the circle once both have confirmed it. Of a hundred commands

            \(DayDeed.allCases.map { "  \($0.percent) \($0.summary)" }.joined(separator: "\n"))

            At the end all users come once more. Every acknowledged command must have reached all
            users that it concerns, once and in order. A match is known to both users or to neither.
            A user who left with an unanswered command repeats it on return. Otherwise the exit code
            is 1.

            Examples:
              upfor-load day
              upfor-load day --users 300 --rate 100 --stay 2
              upfor-load day --users 6000 --rate 1000 --seconds 120 --report day.html
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Commands a second, in total.")
    var rate = 500

    @Option(help: "Seconds of load.")
    var seconds = 30

    @Option(help: "Seconds that a user stays.")
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
