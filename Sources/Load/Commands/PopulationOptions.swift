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

    @OptionGroup var server: ServerOptions

    func validate() throws {
        try require(2...1000, friends, "--friends")
        try require(2 * friends + 2...Usual.usersMax, users, "--users")
        guard friends % 2 == 0 else { throw ValidationError("--friends: expected an even number") }
        try server.requireProcess()
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

    /// Brings the people to the server that runs already; or makes the data, and starts a server
    /// on them.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    /// - Returns: the server, and the people as they are there.
    func settle(
        _ population: Population, in folder: borrowing TemporaryFolder, _ progress: Progress
    ) async throws -> (server: SubjectServer, population: Population) {
        try await server.settle(population, in: folder, progress)
    }
}
