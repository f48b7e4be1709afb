public import Kernel
import Wire

/// Files of users: their bytes in a ``FileStore``, and a row for each in `file`.
///
/// A feature stores the bytes on a worker, then keeps the file in the transaction that writes the
/// row of its own. The daemon deletes bytes without a row.
public struct StoredFiles: Sendable {
    /// The table with a row for each.
    public static let table = "file"
    /// The names of all.
    public static let names = named("SELECT name FROM file")

    /// Where the bytes are.
    public let store: any FileStore
    /// A file counts as at least so many bytes of its owner's quota.
    private static let countedBytesMin = 16_384
    /// Most bytes of a user's files.
    private let userBytesMax: Int
    /// Most bytes of all files; 0: no limit.
    private let totalBytesMax: Int

    /// - Parameter store: where the bytes are.
    public init(_ store: any FileStore, _ settings: SettingValues = SettingValues()) {
        self.store = store
        userBytesMax = settings.integer(FilesFeature.userBytes)
        totalBytesMax = settings.integer(FilesFeature.totalBytes)
    }

    /// Stores the bytes of a file that a row will name soon.
    ///
    /// - Throws: `.unavailable` when there is no room, or the store cannot be reached.
    public func add(_ bytes: [UInt8]) throws(Refusal) -> UploadedFile {
        let upload = upload()
        try upload.append(bytes)
        return try upload.finish()
    }

    /// Stores a file as it arrives.
    public func upload() -> FileUpload { FileUpload(into: store) }

    /// Refuses more bytes than its owner has room for. A user who has more than the quota by now
    /// may still replace a file by one that is not larger.
    ///
    /// - Parameter more: bytes of the new file, without those of the file that it replaces.
    /// - Throws: `.listFull`.
    public func mustFit(_ more: Int, of owner: User.ID, in snapshot: Snapshot) throws(Refusal) {
        guard more > 0 else { return }
        let least = Int64(Self.countedBytesMin)
        let bytes = Query<Int64>(
            """
            SELECT coalesce(sum(CASE WHEN size < \(least) THEN \(least) ELSE size END), 0)
            FROM file WHERE owner = \(owner)
            """
        ) { columns throws(StoreError) in try columns.integer() }
        let used = Int(try snapshot.first(bytes) ?? 0)
        guard more <= userBytesMax - used else {
            throw Refusal(
                .listFull,
                "your files may have \(userBytesMax) bytes, and have \(used): delete some, or "
                    + "messages with files")
        }
    }

    /// What a file takes of the quota of its owner. A small one takes more than it has: so the
    /// quota bounds how many there are.
    public static func counted(_ size: Int) -> Int { max(size, countedBytesMin) }

    /// Refuses more bytes than the server may have. Uploads at the same time may pass it together.
    ///
    /// - Throws: `.unavailable`.
    public func mustFit(_ more: Int, in snapshot: Snapshot) throws(Refusal) {
        guard totalBytesMax > 0 else { return }
        let total = Query<Int64>("SELECT coalesce(sum(size), 0) FROM file") {
            columns throws(StoreError) in try columns.integer()
        }
        guard more <= totalBytesMax - Int(try snapshot.first(total) ?? 0) else {
            throw Refusal(.unavailable, "the server has no room for more files")
        }
    }

    /// Adds the row of a file.
    ///
    /// - Parameters:
    ///   - owner: whose quota it takes.
    ///   - old: the name of the file that it replaces, which is deleted after this.
    /// - Throws: `.listFull` when the quota is used up.
    public func keep(
        _ file: UploadedFile, of owner: User.ID, replacing old: String? = nil,
        in transaction: Transaction
    ) throws(Refusal) {
        let size = Query<Int64>(
            "SELECT size FROM file WHERE name = \(old ?? "") AND owner = \(owner)"
        ) {
            columns throws(StoreError) in try columns.integer()
        }
        let less = old == nil ? nil : try transaction.first(size)
        let more = Self.counted(file.size) - (less.map { Self.counted(Int($0)) } ?? 0)
        try mustFit(more, of: owner, in: transaction)
        try add(file, of: owner, in: transaction)
    }

    private func add(
        _ file: UploadedFile, of owner: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        file.keep()
        try transaction.run(
            """
            INSERT INTO file (name, owner, size, digest, at_ms)
            VALUES (\(file.name.text), \(owner), \(Int64(file.size)), \(file.digest),
                \(transaction.now))
            """)
    }

    /// Deletes rows of files. Their bytes are removed after the commit.
    ///
    /// - Parameter names: a `SELECT` of their names, or a list of values.
    public static func discard(_ names: SQL, in transaction: Transaction) throws(Refusal) {
        let count = try transaction.rowsChanged(
            """
            INSERT INTO file_removed (name, at_ms)
            SELECT name, \(transaction.now) FROM file WHERE name IN (\(names))
            """)
        guard count > 0 else { return }
        try transaction.run("DELETE FROM file WHERE name IN (\(names))")
    }

    /// Deletes rows that name files in their column `file`, and these files.
    ///
    /// - Parameter condition: chooses the same rows each time.
    /// - Returns: how many rows.
    @discardableResult
    public static func delete(
        from table: SQL, where condition: SQL, in transaction: Transaction
    ) throws(Refusal) -> Int {
        try discard("SELECT file FROM \(table) WHERE \(condition)", in: transaction)
        return try transaction.rowsChanged("DELETE FROM \(table) WHERE \(condition)")
    }

    /// Files whose rows were deleted, and whose bytes may be there.
    public static func removed(limit: Int, in snapshot: Snapshot) throws(Refusal) -> [FileName] {
        try snapshot.all(named("SELECT name FROM file_removed LIMIT \(Int64(limit))"))
    }

    /// The bytes of these files are gone.
    public static func forget(
        _ names: [FileName], in transaction: Transaction
    ) throws(Refusal) {
        for name in names {
            try transaction.run("DELETE FROM file_removed WHERE name = \(name.text)")
        }
    }

    /// Whether a row names a file.
    public static func isKnown(_ name: FileName, in snapshot: Snapshot) throws(Refusal) -> Bool {
        try snapshot.first(named("SELECT name FROM file WHERE name = \(name.text)")) != nil
    }

    /// Whether there is any row.
    public static func areThere(in snapshot: Snapshot) throws(Refusal) -> Bool {
        try snapshot.first(named("SELECT name FROM file LIMIT 1")) != nil
    }

    private static func named(_ sql: SQL) -> Query<FileName> {
        Query(sql) { columns throws(StoreError) in
            guard let name = FileName(try columns.text()) else { throw .unexpectedColumn }
            return name
        }
    }

    /// Reads a part of a file.
    ///
    /// - Parameter range: what lies outside the file is left out; nil: all of it.
    /// - Returns: nil when the file was removed meanwhile.
    public func bytes(
        of name: String, in range: Range<Int>? = nil
    ) throws(Refusal) -> [UInt8]? {
        guard let name = FileName(name) else { throw .fault }
        do throws(StoreError) {
            guard let file = try store.open(name) else { return nil }
            return try file.bytes(in: range ?? 0..<file.size)
        } catch {
            throw Refusal(hiding: error)
        }
    }

    /// The content of a file, to be served.
    ///
    /// - Parameter size: as its row says.
    public func content(of name: String, size: Int) -> ServedFile.Content {
        .stored(size: size) { (range) throws(Refusal) in try bytes(of: name, in: range) }
    }

    /// The content of a file, to be served; nil: it has no row.
    public func content(
        of name: String, in snapshot: Snapshot
    ) throws(Refusal) -> ServedFile.Content? {
        let sizes = Query<Int64>("SELECT size FROM file WHERE name = \(name)") {
            columns throws(StoreError) in try columns.integer()
        }
        return try snapshot.first(sizes).map { content(of: name, size: Int($0)) }
    }

    /// Whether a stored file has the content of a new one.
    public func holds(
        _ name: String, _ new: UploadedFile, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        let same = Query<Int64>(
            "SELECT 1 FROM file WHERE name = \(name) AND digest = \(new.digest)"
        ) { columns throws(StoreError) in try columns.integer() }
        return try snapshot.first(same) != nil
    }
}

/// The bytes of a file in a row of an earlier version.
public struct BytesInRow: Sendable {
    /// Most rows of one transaction: a file has 4 MiB at most.
    public static let limit: Int64 = 8

    let bytes: [UInt8]
    let owner: User.ID
    let update: @Sendable (_ file: String) -> SQL

    /// - Parameters:
    ///   - owner: whose quota the file takes.
    ///   - update: writes the name of the file into the row, and empties the bytes.
    public init(
        bytes: [UInt8], owner: User.ID, update: @escaping @Sendable (_ file: String) -> SQL
    ) {
        (self.bytes, self.owner, self.update) = (bytes, owner, update)
    }
}

extension StoredFiles {
    /// Moves the bytes of rows into files, before the daemon serves.
    ///
    /// - Parameter rows: at most ``BytesInRow/limit`` of those that are left.
    public func move(_ rows: Query<BytesInRow>, in catalog: inout Catalog) {
        catalog.atStartUntilDone { (transaction) throws(Refusal) in
            let rows = try transaction.all(rows)
            for row in rows {
                let file = try add(row.bytes)
                try add(file, of: row.owner, in: transaction)
                try transaction.run(row.update(file.name.text))
            }
            return rows.isEmpty
        }
    }
}

/// The tables of files.
public struct FilesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "files"

    /// The quotas of a user, and of the server.
    public static let settings = [userBytes, totalBytes]

    static let userBytes = Setting(
        "files.userBytes",
        .integer(536_870_912, in: 1_048_576...1_099_511_627_776, unit: "bytes"),
        "Most bytes of a user's pictures, documents and attachments; stored files stay.")

    static let totalBytes = Setting(
        "files.totalBytes",
        .integer(0, in: 0...1_125_899_906_842_624, unit: "bytes"),
        "Most bytes of all files on the server; 0: as many as the disk holds.")

    /// Its settings are those of ``StoredFiles``.
    public init() {}

    /// Adds the tables and their rules.
    public func install(in catalog: inout Catalog) {
        catalog.migrate([
            Migration(
                "files.1",
                """
                CREATE TABLE file (
                    name TEXT NOT NULL PRIMARY KEY,
                    owner BIGINT NOT NULL,
                    size BIGINT NOT NULL,
                    digest {blob} NOT NULL,
                    at_ms BIGINT NOT NULL
                );
                CREATE INDEX file_of ON file (owner, size);
                CREATE TABLE file_removed (
                    name TEXT NOT NULL PRIMARY KEY,
                    at_ms BIGINT NOT NULL
                );
                """),
            Migration("files.2", "CREATE INDEX file_digest ON file (digest);"),
        ])
        catalog.tally("files", "SELECT count(*) FROM file")
        catalog.onErase { (departed, transaction) throws(Refusal) in
            // What others still show: a picture of a gathering.
            try transaction.run(
                "UPDATE file SET owner = \(User.ID.nobody) WHERE owner = \(departed.user)")
            return true
        }
    }
}
