public import Kernel
import Storage
import Synchronization

/// Files in the database, in pieces: all nodes see them, and a dump of it has them.
///
/// They have a connection of their own. What was lost with it is an error of that call; the next
/// one connects again.
public final class FileChunks: FileStore {
    /// The bytes of a piece: so much of a file is in memory at once.
    static let chunkBytes = 1 << 18

    private let server: Mutex<Server>

    /// - Parameter settings: in libpq's form.
    public init(postgreSQL settings: String) { server = Mutex(Server(settings)) }

    /// Creates the tables if they are missing.
    public func begin() throws(StoreError) {
        try execute(
            """
            DO $$ BEGIN
                PERFORM pg_advisory_xact_lock(hashtextextended('upfor files', 0));
                CREATE TABLE IF NOT EXISTS file_content (
                    name TEXT COLLATE "C" PRIMARY KEY, size BIGINT);
                CREATE TABLE IF NOT EXISTS file_chunk (
                    name TEXT COLLATE "C" NOT NULL, place BIGINT NOT NULL, bytes BYTEA NOT NULL,
                    PRIMARY KEY (name, place));
            END $$
            """)
    }

    /// Begins a file.
    public func create() throws(StoreError) -> any FileDraft {
        var random = SystemRandomNumberGenerator()
        let name = FileName(using: &random)
        try execute("INSERT INTO file_content (name) VALUES (\(name.text))")
        return ChunkDraft(name, in: self)
    }

    /// Opens a complete file.
    public func open(_ name: FileName) throws(StoreError) -> (any FileContent)? {
        let sizes = Query(
            "SELECT size FROM file_content WHERE name = \(name.text) AND size IS NOT NULL"
        ) { columns throws(StoreError) in Int(try columns.integer()) }
        return try all(sizes).first.map { ChunkContent(name, size: $0, in: self) }
    }

    /// Deletes files.
    public func remove(_ names: [FileName]) throws(StoreError) {
        for name in names {
            // A reader that has begun finds a piece missing, and never a wrong one. What is
            // interrupted in between is still listed.
            try execute("DELETE FROM file_chunk WHERE name = \(name.text)")
            try execute("DELETE FROM file_content WHERE name = \(name.text)")
        }
    }

    /// Lists names.
    public func names(
        after last: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        let names = Query(
            """
            SELECT name FROM file_content WHERE name > \(last?.text ?? "")
            ORDER BY name LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in FileName(try columns.text()) }
        return try all(names).compactMap(\.self)
    }

    fileprivate func execute(_ sql: SQL) throws(StoreError) {
        try server.withLock { server throws(StoreError) in _ = try server.run(sql) }
    }

    fileprivate func all<Row>(_ query: Query<Row>) throws(StoreError) -> [Row] {
        let rows = try server.withLock { server throws(StoreError) in try server.run(query.sql) }
        var decoded: [Row] = []
        for row in rows {
            var columns = Columns(row)
            decoded.append(try query.decode(&columns))
        }
        return decoded
    }
}

/// A connection to the server, made on demand. Each statement is a transaction.
private struct Server: ~Copyable {
    private let settings: String
    private var connection: (link: ServerLink, queue: StatementQueue)?

    init(_ settings: String) { self.settings = settings }

    /// - Returns: the rows.
    mutating func run(_ sql: SQL) throws(StoreError) -> [[SQL.Value]] {
        let queue = try connected()
        do throws(StoreError) {
            try queue.append(sql, .answer)
            return try queue.exchange().answers.last ?? []
        } catch {
            if case .unreachable = error { connection = nil }
            queue.clear()
            throw error
        }
    }

    private mutating func connected() throws(StoreError) -> StatementQueue {
        if let connection, connection.link.isUp { return connection.queue }
        let link = try ServerLink(settings)
        try link.greet(as: .reader(node: nil), lockSeconds: 0)
        let queue = StatementQueue(on: link)
        connection = (link, queue)
        return queue
    }
}

private final class ChunkDraft: FileDraft {
    let name: FileName
    private let files: FileChunks
    /// What is not stored yet; less than a piece.
    private var rest: [UInt8] = []
    private var chunkCount = 0
    private var isComplete = false

    init(_ name: FileName, in files: FileChunks) { (self.name, self.files) = (name, files) }

    deinit {
        if !isComplete { try? files.remove([name]) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var bytes = bytes
        while !bytes.isEmpty {
            let count = min(bytes.count, FileChunks.chunkBytes - rest.count)
            rest.append(contentsOf: bytes.prefix(count))
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
            if rest.count == FileChunks.chunkBytes { try store() }
        }
    }

    func finish() throws(StoreError) {
        let size = chunkCount * FileChunks.chunkBytes + rest.count
        if !rest.isEmpty { try store() }
        let names = Query(
            """
            UPDATE file_content SET size = \(Int64(size))
            WHERE name = \(name.text) RETURNING name
            """
        ) { columns throws(StoreError) in try columns.text() }
        guard try files.all(names).count == 1 else {
            throw .failed("the file \(name.text) was removed before it was complete")
        }
        isComplete = true
    }

    private func store() throws(StoreError) {
        try files.execute(
            """
            INSERT INTO file_chunk (name, place, bytes)
            VALUES (\(name.text), \(Int64(chunkCount)), \(rest))
            """)
        chunkCount += 1
        rest.removeAll(keepingCapacity: true)
    }
}

private final class ChunkContent: FileContent {
    let size: Int
    private let name: FileName
    private let files: FileChunks

    init(_ name: FileName, size: Int, in files: FileChunks) {
        (self.name, self.size, self.files) = (name, size, files)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        guard offset < size else { return 0 }
        let (place, start) = offset.quotientAndRemainder(dividingBy: FileChunks.chunkBytes)
        let count = min(buffer.count, FileChunks.chunkBytes - start, size - offset)
        let parts = Query(
            """
            SELECT substring(bytes FROM \(Int64(start + 1))::int FOR \(Int64(count))::int)
            FROM file_chunk WHERE name = \(name.text) AND place = \(Int64(place))
            """
        ) { columns throws(StoreError) in try columns.blob() }
        guard let bytes = try files.all(parts).first, bytes.count == count else {
            throw .failed("a piece of the file \(name.text) is missing")
        }
        buffer.copyBytes(from: bytes)
        return count
    }
}
