import ArgumentParser
import EventLoop

/// Which server is measured.
struct ServerOptions: ParsableArguments {
    @OptionGroup var ours: ProgramOptions

    @Option(help: "Measure a running server: HOST:PORT, numeric.")
    var connect: String?

    @Option(help: "The process id of that server; needed for its processor time.")
    var serverPid: Int32?

    func validate() throws {
        guard connect != nil || serverPid == nil else {
            throw ValidationError("--server-pid: expected --connect, too")
        }
        // Linux has no process beyond 2^22.
        try require(1...4_194_304, Int(serverPid ?? 1), "--server-pid")
        guard connect == nil || ours.serverBinary == nil else {
            throw ValidationError("--connect and --server-binary exclude one another")
        }
        _ = try running()
    }

    /// Refuses a server of which nothing is known but its address.
    func requireProcess() throws {
        guard connect == nil || serverPid != nil else {
            throw ValidationError("--connect: expected --server-pid, too: it is what is measured")
        }
    }

    /// What --connect does with accounts, for the help of those who make some.
    static let connecting = """
        With --connect, the accounts are registered over the wire on a running server, a few at
        a time. A server with default settings allows few registrations an hour, refuses
        commands at this rate, and closes connections that wait long for a password.
        \(RegistrationRun.advice)
        """

    /// Brings people to the server that runs already; or makes the data, and starts a server on
    /// them.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    /// - Returns: the server, and the people as they are there.
    func settle(
        _ population: Population, in folder: borrowing TemporaryFolder, _ progress: Progress
    ) async throws -> (server: SubjectServer, population: Population) {
        guard let running = try running() else {
            let path = folder.path
            return (try await .serve(program, population, in: path, progress), population)
        }
        return (
            running, try await Settlement(population: population).settle(on: running, progress)
        )
    }

    /// The program to start: the one named, or the one beside this program.
    var program: String { ours.program }

    /// The server that runs already; nil when one is to be started.
    func running() throws -> SubjectServer? {
        guard let connect else { return nil }
        return SubjectServer(
            address: try SocketAddress(connect, of: "--connect"), process: serverPid)
    }
}

/// Which program is started.
struct ProgramOptions: ParsableArguments {
    @Option(help: "The program upford (default: beside this program).")
    var serverBinary: String?

    /// The program to start: the one named, or the one beside this program.
    var program: String { serverBinary ?? Self.programBeside }

    /// `upford` in the folder of this program.
    private static var programBeside: String {
        let own = CommandLine.arguments.first ?? ""
        guard let slash = own.lastIndex(of: "/") else { return "upford" }
        return own[...slash] + "upford"
    }
}

extension SocketAddress {
    /// Reads `HOST:PORT`, numeric, which an option names.
    init(_ text: String, of option: String) throws(ValidationError) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]),
            let address = SocketAddress.parse(host: String(text[..<colon]), port: port)
        else { throw ValidationError("\(option): expected HOST:PORT, numeric, got \"\(text)\"") }
        self = address
    }
}

/// What a command's population is like by default.
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
