import ArgumentParser

/// What a command's population is like unless somebody says otherwise.
protocol UsualPopulation {
    static var users: Int { get }
    static var usersMax: Int { get }
    static var friends: Int { get }
}

/// A made-up world of friends, and the server that has it in its data.
struct PopulationOptions<Usual: UsualPopulation>: ParsableArguments {
    @Option(help: "Number of users.")
    var users = Usual.users

    @Option(help: "Friends of each user, an even number.")
    var friends = Usual.friends

    @OptionGroup var server: ProgramOptions

    func validate() throws {
        try require(2...1000, friends, "--friends")
        try require(2 * friends + 2...Usual.usersMax, users, "--users")
        guard friends % 2 == 0 else { throw ValidationError("--friends: expected an even number") }
    }

    /// The program to start.
    var program: String { server.program }

    /// The people.
    ///
    /// - Parameters:
    ///   - activePercent: how many of a hundred are up for something.
    ///   - togglerCount: those who toggle while it is measured.
    func population(activePercent: Int = 10, togglerCount: Int = 0) -> Population {
        Population(
            size: users, friendCount: friends, activePercent: activePercent,
            togglerCount: togglerCount)
    }

    /// Makes the data, and starts a server on them.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    func serve(
        _ population: Population, in folder: borrowing TemporaryFolder, _ progress: Progress
    ) async throws(LoadFailure) -> SubjectServer {
        try await SubjectServer.serve(program, population, in: folder.path, progress)
    }
}
