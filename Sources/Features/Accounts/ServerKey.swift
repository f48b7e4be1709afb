import CSodium
import Kernel
import Wire

/// A key of this server's own, made by it and kept in its data: for what only this server must be
/// able to make, and for names that must not be readable in the data without guessing.
struct ServerKey: Sendable {
    static let byteCount = Int(crypto_auth_KEYBYTES)

    let bytes: [UInt8]

    /// 32 bytes that cannot be made without the key.
    ///
    /// - Parameter purpose: a mark for one is of no use for another.
    /// - Source: HMAC-SHA-512-256, RFC 2104.
    func mark(_ message: [UInt8], for purpose: StaticString) -> [UInt8] {
        let whole = Array("\(purpose)\u{0}".utf8) + message
        var mark = [UInt8](repeating: 0, count: Int(crypto_auth_BYTES))
        crypto_auth(&mark, whole, UInt64(whole.count), bytes)
        return mark
    }
}

/// The server's keys: the newest makes marks, and marks of older ones are still recognised.
///
/// None is ever given up: of the names of deleted accounts nothing is left but marks, which no
/// other key can make anew.
///
/// - Source: docs/decisions/0026.
struct ServerKeys: Sendable {
    /// Most there are: each look-up makes a mark by all of them.
    static let most = 16

    /// The newest first; never empty.
    let all: [ServerKey]
    var newest: ServerKey { all[0] }

    static let migration = Migration(
        "accounts.3",
        "CREATE TABLE server_key (id BIGINT NOT NULL PRIMARY KEY, bytes {blob} NOT NULL);")
    static let dated = Migration(
        "accounts.keys", "ALTER TABLE server_key ADD COLUMN made_ms BIGINT NOT NULL DEFAULT 0;")

    private init?(_ all: [ServerKey]) {
        guard !all.isEmpty, all.allSatisfy({ $0.bytes.count == ServerKey.byteCount }) else {
            return nil
        }
        self.all = all
    }

    /// Makes the first key, unless there is one.
    static func begin(in transaction: Transaction) throws(Refusal) {
        if try transaction.first(query) == nil { try add(1, in: transaction) }
    }

    /// Makes another key, which makes all marks from now on.
    ///
    /// - Returns: how many there are now.
    /// - Throws: `.listFull` when there are so many already.
    static func rotate(in transaction: Transaction) throws(Refusal) -> Int {
        let count = try transaction.all(query).count
        guard count < most else {
            throw Refusal(.listFull, "there are \(most) keys, and none can be given up")
        }
        try add(Int64(count) + 1, in: transaction)
        return count + 1
    }

    /// The keys.
    static func read(in snapshot: Snapshot) throws(Refusal) -> ServerKeys {
        guard let keys = ServerKeys(try snapshot.all(query)) else { throw .fault }
        return keys
    }

    /// The mark that is stored from now on.
    func mark(_ message: [UInt8], for purpose: StaticString) -> [UInt8] {
        newest.mark(message, for: purpose)
    }

    /// All marks that may be stored, the newest key's first. All are made, and looked up at once,
    /// in every case: so the time discloses nothing.
    func marks(_ message: [UInt8], for purpose: StaticString) -> [[UInt8]] {
        all.map { $0.mark(message, for: purpose) }
    }

    private static func add(_ id: Int64, in transaction: Transaction) throws(Refusal) {
        let bytes = transaction.randomBytes(ServerKey.byteCount)
        try transaction.run(
            """
            INSERT INTO server_key (id, bytes, made_ms) VALUES (\(id), \(bytes), \(transaction.now))
            """)
    }

    private static var query: Query<ServerKey> {
        Query("SELECT bytes FROM server_key ORDER BY id DESC") { columns throws(StoreError) in
            ServerKey(bytes: try columns.blob())
        }
    }
}

extension SQL {
    /// Marks, for `IN (…)`.
    init(listing marks: [[UInt8]]) {
        var list: SQL = "NULL"
        for mark in marks { list = "\(list), \(mark)" }
        self = list
    }
}
