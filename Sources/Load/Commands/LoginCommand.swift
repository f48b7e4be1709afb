import ArgumentParser

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign-ins: a connection, a session by token, a snapshot, goodbye.",
        discussion: """
            Users are made in bulk. They get a token by password first, which is not measured.
            Each sign-in is a connection of its own with a full snapshot; hardly a friend is
            online to be notified. A snapshot without a friend ends the program with code 1.

            \(ServerOptions.connecting)

            Examples:
              upfor-load login
              upfor-load login --friends 20 --at-once 200 --json
              upfor-load login --format binary
              upfor-load login --users 100 --connect 127.0.0.1:8080 --server-pid "$(pidof upford)"
            """)

    @OptionGroup var people: PopulationOptions<Usual>

    @Option(help: "Sign-ins.")
    var count = 20_000

    @Option(help: "Connections at a time.")
    var atOnce = 64

    @OptionGroup var writing: FormatOption
    @OptionGroup var output: OutputOptions

    enum Usual: UsualPopulation {
        static let users = 10_000
        static let usersMax = 10_000_000
        static let friends = 20
    }

    func validate() throws {
        try require(1...10_000_000, count, "--count")
        try require(1...5000, atOnce, "--at-once")
    }

    func run() async throws {
        try await output.show(connections: 2 * atOnce) { progress in
            let folder = try TemporaryFolder()
            let population = people.population()
            let (server, settled) = try await people.settle(population, in: folder, progress)
            let run = LoginRun(
                population: settled, count: count, atOnce: atOnce,
                format: try writing.wireFormat)
            return try await run.run(server, progress)
        }
    }
}
