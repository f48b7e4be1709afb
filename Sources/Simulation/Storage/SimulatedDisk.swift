import GRDBSQLite
import Kernel
import SQLite

/// The database of a simulated daemon, or of several nodes: real SQLite, in memory, which survives
/// them.
///
/// One transaction after the other is what `SERIALIZABLE` promises of those of several nodes.
final class SimulatedDisk {
    private let database: OpaquePointer
    /// What the daemon of the moment has open.
    private(set) var connection: SQLiteConnection
    /// What nodes tell one another by the data.
    var signals = SignalRows()

    /// An empty database, or a copy of one that was made before: copying spares the migrations.
    init(copyOf image: [UInt8] = []) throws(StoreError) {
        var opened: OpaquePointer?
        guard sqlite3_open(":memory:", &opened) == SQLITE_OK, let database = opened else {
            throw .failed("no database in memory")
        }
        self.database = database
        connection = SQLiteConnection(on: database, node: 1)
        if !image.isEmpty { try fill(with: image) }
        try execute("PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY")
    }

    /// Puts other data in the place of these, while no daemon runs.
    func replace(with image: [UInt8]) throws(StoreError) {
        connection.rollback()
        connection.close()
        try fill(with: image)
        connection = SQLiteConnection(on: database, node: 1)
        try execute("PRAGMA journal_mode = MEMORY")
    }

    deinit {
        connection.close()
        sqlite3_close(database)
    }

    /// Runs statements of the schema, whose results do not matter.
    func execute(_ script: String) throws(StoreError) {
        guard sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK else {
            throw .failed(String(cString: sqlite3_errmsg(database)))
        }
    }

    /// The daemon dies: what was not committed is gone, and so is what it had in memory.
    func crash() throws(StoreError) {
        connection.rollback()
        connection.close()
        connection = SQLiteConnection(on: database, node: 1)
        try connection.resumeIDs()
    }

    /// The whole database as bytes.
    var image: [UInt8] {
        var count: Int64 = 0
        guard let bytes = sqlite3_serialize(database, "main", &count, 0) else { return [] }
        defer { sqlite3_free(bytes) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    private func fill(with image: [UInt8]) throws(StoreError) {
        let count = Int64(image.count)
        // SQLite frees it when the database is closed.
        guard let memory = sqlite3_malloc64(UInt64(image.count)) else {
            throw .failed("no memory for a copy of the database")
        }
        image.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                memory.copyMemory(from: start, byteCount: bytes.count)
            }
        }
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let code = sqlite3_deserialize(
            database, "main", memory.assumingMemoryBound(to: UInt8.self), count, count, flags)
        guard code == SQLITE_OK else { throw .failed("the copy of the database does not open") }
    }
}
