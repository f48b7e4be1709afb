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

    @Option(help: "People there are.")
    var users = 2000

    @Option(help: "Friends of each of them, an even number.")
    var friends = 150

    @Option(help: "Visits a second: each is told twice to every friend.")
    var rate = 50

    @Option(help: "Seconds of coming and going.")
    var seconds = 10

    @Option(help: "The program upford (default: the one beside this program).")
    var serverBinary: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(2...1000, friends, "--friends")
        try require(2 * friends + 2...15_000, users, "--users")
        try require(1...500, rate, "--rate")
        try require(1...3600, seconds, "--seconds")
        guard friends % 2 == 0 else { throw ValidationError("--friends: expected an even number") }
        guard plan.visitorCount < users else {
            throw ValidationError(
                "--users: expected more than \(plan.visitorCount), who come and go at that --rate")
        }
    }

    func run() async throws {
        try DescriptorLimit.raise(for: users + 2 * plan.atOnce)
        Leftovers.clearOnSignals()
        let folder = try TemporaryFolder()
        let report = try await PresenceRun(plan: plan)
            .run(
                serverBinary ?? ServerOptions.programBeside, in: folder.path, output.progress)
        try output.print(report)
        guard report.remarks.isEmpty else { throw ExitCode(1) }
    }

    private var plan: PresencePlan {
        PresencePlan(
            population: Population(
                size: users, friendCount: friends, activePercent: 10, togglerCount: 0),
            rate: rate, seconds: seconds)
    }
}
