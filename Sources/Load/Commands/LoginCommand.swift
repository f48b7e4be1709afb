import ArgumentParser

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "People who come back: a connection, a session by token, a snapshot, goodbye.",
        discussion: """
            Makes a population in bulk. Everybody gets a token by password first, which is not
            measured. Each sign-in is a connection of its own, and its answer holds everything that
            a client shows at first; hardly a friend is there to be told of it. A snapshot with
            friends missing ends the program with code 1.

            Examples:
              upfor-load login
              upfor-load login --friends 20 --at-once 200 --json
            """)

    @Option(help: "People there are.")
    var users = 10_000

    @Option(help: "Friends of each of them, an even number.")
    var friends = 20

    @Option(help: "Sign-ins.")
    var count = 20_000

    @Option(help: "Connections at a time.")
    var atOnce = 64

    @Option(help: "The program upford (default: the one beside this program).")
    var serverBinary: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try require(2...1000, friends, "--friends")
        try require(2 * friends + 2...10_000_000, users, "--users")
        try require(1...10_000_000, count, "--count")
        try require(1...5000, atOnce, "--at-once")
        guard friends % 2 == 0 else { throw ValidationError("--friends: expected an even number") }
    }

    func run() async throws {
        try DescriptorLimit.raise(for: 2 * atOnce)
        Leftovers.clearOnSignals()
        let folder = try TemporaryFolder()
        let population = Population(
            size: users, friendCount: friends, activePercent: 10, togglerCount: 0)
        let report = try await LoginRun(population: population, count: count, atOnce: atOnce)
            .run(
                serverBinary ?? ServerOptions.programBeside, in: folder.path, output.progress)
        try output.print(report)
        guard report.remarks.isEmpty else { throw ExitCode(1) }
    }
}
