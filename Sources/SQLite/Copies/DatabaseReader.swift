import GRDBSQLite
import Glibc
import Kernel
import Storage

/// A connection that reads one state of a database, which another process may be writing.
final class DatabaseReader {
    let database: OpaquePointer
    let connection: SQLiteConnection

    /// - Parameter isAtRest: whether no process writes it: then nothing is created beside it.
    init(_ path: String, isAtRest: Bool) throws(DataFailure) {
        var database: OpaquePointer?
        let name = isAtRest ? "file:\(Self.escaped(path))?immutable=1" : path
        let flags = SQLITE_OPEN_READONLY | (isAtRest ? SQLITE_OPEN_URI : 0)
        let code = sqlite3_open_v2(name, &database, flags, nil)
        guard let database else { throw DataFailure(.missing, "no memory to read \(path)") }
        guard code == SQLITE_OK else {
            let failure = DataFailure("cannot read \(path)", StoreError(lastOf: database))
            sqlite3_close_v2(database)
            throw DataFailure(.missing, failure.description)
        }
        sqlite3_busy_timeout(database, Self.patienceMilliseconds)
        self.database = database
        connection = SQLiteConnection(on: database, node: 0)
        // From here on all reads see one state, however long they take.
        do throws(StoreError) {
            try connection.execute("BEGIN")
            try connection.execute("SELECT count(*) FROM sqlite_schema")
        } catch {
            let failure = DataFailure("cannot read \(path)", error)
            throw failure.kind == .damaged ? failure : DataFailure(.missing, failure.description)
        }
    }

    /// Whether a database has no WAL beside it: no process writes it, and it is complete by itself.
    static func isAtRest(_ path: String) -> Bool {
        var wal = stat()
        return stat(path + "-wal", &wal) != 0 || wal.st_size == 0
    }

    private static let patienceMilliseconds: Int32 = 5_000

    deinit {
        connection.rollback()
        connection.close()
        sqlite3_close_v2(database)
    }

    /// A path, escaped for a URI.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + [byte].hexadecimal
            }
        }.joined()
    }
}
