import GRDBSQLite
import Glibc
public import Kernel
public import Storage

/// What an inspection is about.
public enum InspectionStage: Equatable, Sendable {
    /// The digest of the file.
    case digest(CopyProgress)
    /// Pages and indexes, as SQLite knows them.
    case structure
    /// Rows that refer to others.
    case references
    /// What the features promise of their data, and what they count.
    case rules
}

/// Told again and again what an inspection is about.
public typealias InspectionObserver = (InspectionStage) -> Void

/// Looks at a copy of the data, whoever made it: whether it is whole, and what it holds.
public struct CopyInspection: Sendable {
    private let steps: SchemaSteps
    private let audits: [Audit]
    private let tallies: [Tally]

    /// - Parameter catalog: knows the schema, its rules, and what is counted.
    public init(_ catalog: Catalog) {
        steps = SchemaSteps(DatabaseStore.steps(catalog.migrations))
        audits = catalog.audits + [IdentifierMark.audit]
        tallies = catalog.tallies
    }

    /// Reads all of a copy. Nothing is changed, and nothing is made beside it.
    ///
    /// - Parameter path: a copy; or the data of a daemon, running or not.
    /// - Throws: ``DataFailure``: what is wrong with it, and what was expected.
    public func inspect(
        _ path: String, _ observe: InspectionObserver = { _ in }
    ) throws(DataFailure) -> CopyReport {
        let (bytes, isAtRest, note) = try look(at: path, observe)
        let reader = try DatabaseReader(path, isAtRest: isAtRest)
        do throws(StoreError) {
            if let flaw = try flaw(of: reader.connection, observe) { throw StoreError.broken(flaw) }
            let missing = try missingSteps(in: reader.connection)
            guard missing == 0 else {
                return CopyReport(bytes: bytes, note: note, stepsMissing: missing)
            }
            observe(.rules)
            try holdAgainstRules(reader.connection)
            return CopyReport(
                bytes: bytes, note: note, tallies: try counts(in: reader.connection),
                newest: try reader.connection.first(Inbox.newestMoment))
        } catch {
            throw DataFailure("\(path) is no good", error)
        }
    }

    /// What can be known without SQLite, and in better words.
    private func look(
        at path: String, _ observe: InspectionObserver
    ) throws(DataFailure) -> (bytes: Int, isAtRest: Bool, note: CopyNote?) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .ofSystem(.missing, "cannot read \(path)") }
        defer { _ = close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw DataFailure(.missing, "\(path) is no file: expected a copy of the data")
        }
        var start = [UInt8](repeating: 0, count: DatabaseHeader.byteCount)
        let count = Glibc.read(file, &start, start.count)
        guard count >= 0 else { throw .ofSystem(.missing, "cannot read \(path)") }
        guard count > 0 else {
            throw DataFailure(.damaged, "\(path) is empty: expected a copy of the data")
        }
        guard let header = DatabaseHeader(Array(start.prefix(count))) else {
            throw DataFailure(
                .damaged, "\(path) is no SQLite database: expected a copy of the data")
        }
        let bytes = Int(facts.st_size)
        guard DatabaseReader.isAtRest(path) else {
            // A copy of ours is one file; another's WAL would be read with it.
            guard header.applicationID != DatabaseHeader.copyID else {
                throw DataFailure(
                    .damaged, "there is a WAL or journal beside \(path): expected a copy alone")
            }
            return (bytes, false, nil)
        }
        guard bytes >= header.pagesEnd ?? 0 else {
            throw DataFailure(
                .damaged, "\(path) is cut off: expected \(header.pagesEnd ?? 0) bytes, got \(bytes)"
            )
        }
        let note = try Seal.read(file, bytes: bytes, header: header, of: path) {
            observe(.digest($0))
        }
        return (bytes, true, note)
    }

    /// - Returns: what SQLite finds wrong first.
    private func flaw(
        of connection: SQLiteConnection, _ observe: InspectionObserver
    ) throws(StoreError) -> String? {
        var found: String?
        observe(.structure)
        try connection.run("PRAGMA integrity_check(1)") { columns throws(StoreError) in
            let words = try columns.text()
            if words != "ok" { found = words.split(separator: "\n").joined(separator: " ") }
        }
        observe(.references)
        try connection.run("PRAGMA foreign_key_check") { columns throws(StoreError) in
            let table = try columns.text()
            found = found ?? "a row of \(table) refers to one that is not there"
        }
        return found
    }

    /// - Returns: how many steps of the schema are still to come.
    func missingSteps(in connection: SQLiteConnection) throws(StoreError) -> Int {
        guard let missing = try steps.missing(in: connection) else {
            throw .broken("it is not of Upfor: it has other tables")
        }
        return missing.count
    }

    private func holdAgainstRules(_ connection: SQLiteConnection) throws(StoreError) {
        for audit in audits {
            let count = try connection.first(audit.breaches) ?? 0
            guard count == 0 else {
                throw .broken("expected that \(audit.rule), which does not hold (\(count))")
            }
        }
    }

    private func counts(in connection: SQLiteConnection) throws(StoreError) -> [CopyReport.Count] {
        var counts: [CopyReport.Count] = []
        for tally in tallies {
            counts.append((tally.name, Int(try connection.first(tally.count) ?? 0)))
        }
        return counts
    }
}

/// What a copy is, and what it holds.
public struct CopyReport: Sendable {
    /// So many of something: "users".
    public typealias Count = (name: String, count: Int)

    /// The file's size.
    public let bytes: Int
    /// What it says of itself; nil when another program made it: then nobody knows whether a
    /// letter in it has become another.
    public let note: CopyNote?
    /// So many steps of the schema it lacks, being from an older version; the daemon makes them at
    /// its start. The rules are not for such data, and nothing is counted in them.
    public var stepsMissing = 0
    /// What it holds.
    public var tallies: [Count] = []
    /// When its newest event happened; nil: there is none.
    public var newest: Moment?
}
