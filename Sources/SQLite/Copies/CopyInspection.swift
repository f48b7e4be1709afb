import GRDBSQLite
import Glibc
public import Kernel
public import Storage

/// A stage of an inspection.
public enum InspectionStage: Equatable, Sendable {
    /// The digest of the file.
    case digest(CopyProgress)
    /// Pages and indexes, as SQLite knows them.
    case structure
    /// Rows that refer to others.
    case references
    /// The rules of the features for their data, and their counts.
    case rules
}

/// Called again and again with the current stage of an inspection.
public typealias InspectionObserver = (InspectionStage) -> Void

/// Inspects a copy of the data, made by any program: whether it is whole, and what it holds.
public struct CopyInspection: Sendable {
    private let steps: SchemaSteps
    private let audits: [Audit]
    private let tallies: [Tally]

    /// - Parameter catalog: has the schema, its rules, and the counts.
    public init(_ catalog: Catalog) {
        steps = SchemaSteps(DatabaseStore.steps(catalog.migrations))
        audits = catalog.audits + [IdentifierMark.audit]
        tallies = catalog.tallies
    }

    /// Reads all of a copy. It changes nothing, and creates nothing beside the copy.
    ///
    /// - Parameter path: a copy; or the data of a daemon, running or not.
    /// - Throws: ``DataFailure``, with what was expected and what was found.
    public func inspect(
        _ path: String, _ observe: InspectionObserver = { _ in }
    ) throws(DataFailure) -> CopyReport {
        let (bytes, isAtRest, end) = try look(at: path, observe)
        let reader = try DatabaseReader(path, isAtRest: isAtRest)
        do throws(StoreError) {
            if let flaw = try flaw(of: reader.connection, observe) { throw StoreError.broken(flaw) }
            let missing = try missingSteps(in: reader.connection)
            guard missing == 0 else {
                return CopyReport(bytes: bytes, end: end, stepsMissing: missing)
            }
            observe(.rules)
            try holdAgainstRules(reader.connection)
            return CopyReport(
                bytes: bytes, end: end, tallies: try counts(in: reader.connection),
                newest: try reader.connection.first(Inbox.newestMoment))
        } catch {
            throw DataFailure("\(path) is no good", error)
        }
    }

    /// Checks what needs no SQLite, with clearer messages than SQLite's.
    private func look(
        at path: String, _ observe: InspectionObserver
    ) throws(DataFailure) -> (bytes: Int, isAtRest: Bool, end: Seal.End?) {
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
            // A copy of ours is one file; the WAL of another would be read with it.
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
        let end = try Seal.read(file, bytes: bytes, header: header, of: path) {
            observe(.digest($0))
        }
        return (bytes, true, end)
    }

    /// - Returns: the first flaw that SQLite finds.
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

    /// - Returns: how many steps of the schema are missing.
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

/// The result of an inspection.
public struct CopyReport: Sendable {
    /// A count of something, by its name: "users".
    public typealias Count = (name: String, count: Int)

    /// The file's size.
    public let bytes: Int
    /// nil when another program made it.
    let end: Seal.End?
    /// The copy's own note; nil when another program made it: then a changed character may go
    /// unnoticed.
    public var note: CopyNote? { end?.note }
    /// How many files of users it has.
    public var fileCount: Int { end?.files.count ?? 0 }
    /// How many files of users are missing in it; 0 in a copy that another program made, and in
    /// one of an older version.
    public var filesMissing: Int {
        guard end != nil, let named = tallies.first(where: { $0.name == "files" }) else { return 0 }
        return named.count - fileCount
    }
    /// How many steps of the schema it lacks, being of an older version; the daemon applies them at
    /// its start. Such data are not checked against the rules, and not counted.
    public var stepsMissing = 0
    /// The counts of what it holds.
    public var tallies: [Count] = []
    /// When its newest event happened; nil: it has none.
    public var newest: Moment?
}
