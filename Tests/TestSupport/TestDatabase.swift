import CPostgreSQL
import Glibc
import Synchronization

/// A place of a test's own on the PostgreSQL server that `Tests/postgresql.sh` runs; gone with this
/// value.
public final class TestDatabase: Sendable {
    /// Whether there is a server.
    public static var isAtHand: Bool { server != nil }

    /// Where it is, in libpq's words.
    public let settings: String
    /// What it is called.
    public let name: String
    private let kind: Kind
    private let hasTables = Atomic<Bool>(false)

    private enum Kind: String { case schema = "SCHEMA", database = "DATABASE" }

    private static var server: String? {
        getenv("UPFOR_POSTGRESQL").map { String(cString: $0) }
    }
    private static let count = Atomic<Int>(0)
    private static let spareNames = Mutex<[String]>([])

    /// An empty schema, in the database that all tests share: made in a millisecond.
    ///
    /// - Throws: ``Failure`` in the server's words.
    public convenience init() throws(Failure) {
        try self.init(.schema, "")
    }

    /// A schema that is empty; or one that a test before has left to others, as it was at
    /// ``leaveToOthers()``. To make all tables, and to drop them, takes longer than most tests.
    ///
    /// - Throws: ``Failure`` in the server's words.
    public static func empty() throws(Failure) -> TestDatabase {
        guard let name = spareNames.withLock({ $0.popLast() }) else { return try TestDatabase() }
        return TestDatabase(called: name, .schema, hasTables: true)
    }

    /// An empty database, for tests of what a whole one is like.
    ///
    /// - Parameter options: those of `CREATE DATABASE`.
    /// - Throws: ``Failure`` in the server's words.
    public convenience init(database options: String) throws(Failure) {
        try self.init(.database, "TEMPLATE template0 \(options)")
    }

    private convenience init(_ kind: Kind, _ options: String) throws(Failure) {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        self.init(called: "test_\(getpid())_\(number)", kind, hasTables: false)
        try Self.run("CREATE \(kind.rawValue) \(name) \(options)", at: Self.quietServer)
    }

    private init(called name: String, _ kind: Kind, hasTables: Bool) {
        (self.name, self.kind) = (name, kind)
        self.hasTables.store(hasTables, ordering: .relaxed)
        let place = kind == .schema ? "options='-c search_path=\(name)'" : "dbname=\(name)"
        settings = "\(Self.server ?? "") application_name=\(name) \(place)"
    }

    deinit {
        if hasTables.load(ordering: .relaxed), (try? Self.restore(name)) != nil {
            return Self.spareNames.withLock { $0.append(name) }
        }
        let rest = kind == .schema ? "CASCADE" : "WITH (FORCE)"
        _ = try? Self.run("DROP \(kind.rawValue) \(name) \(rest)", at: Self.quietServer)
    }

    /// Lets later tests have this schema as it is now: with its tables, and the rows in them.
    public func leaveToOthers() throws(Failure) {
        guard !hasTables.load(ordering: .relaxed) else { return }
        try Self.remember(name)
        hasTables.store(true, ordering: .relaxed)
    }

    /// Why something could not be done.
    public struct Failure: Error {
        /// The server's words.
        public let message: String
    }

    /// Ends all connections to it, as a server does that is restarted.
    public func cutConnections() throws(Failure) {
        try Self.run(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE application_name = '\(name)' AND pid <> pg_backend_pid()
            """, at: Self.server ?? "")
    }

    /// Lets nobody connect to it, a database, or everybody again.
    public func setIsOpen(_ isOpen: Bool) throws(Failure) {
        try Self.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS \(isOpen)", at: Self.server ?? "")
    }

    /// One value of a row: the column's name, and the bytes, as the server keeps them.
    public typealias Column = (name: String, bytes: [UInt8])

    /// Runs a statement in it.
    ///
    /// - Returns: its rows, in the binary format.
    @discardableResult
    public func run(_ statement: String) throws(Failure) -> [[Column]] {
        try Self.run(statement, at: settings)
    }

    /// Without a word of each table that is dropped with its schema.
    static var quietServer: String {
        "\(server ?? "") options='-c client_min_messages=warning'"
    }

    @discardableResult
    static func run(
        _ statement: String, at settings: String
    ) throws(Failure) -> [[Column]] {
        let link = PQconnectdb(settings)
        defer { PQfinish(link) }
        let result = PQexecParams(link, statement, 0, nil, nil, nil, nil, 1)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw Failure(message: PQerrorMessage(link).map { String(cString: $0) } ?? "")
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                let bytes = UnsafeRawBufferPointer(
                    start: PQgetvalue(result, row, column),
                    count: Int(PQgetlength(result, row, column)))
                return (String(cString: PQfname(result, column)), [UInt8](bytes))
            }
        }
    }
}
