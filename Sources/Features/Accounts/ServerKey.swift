import CSodium
public import Kernel

/// A key of this server's own, made once and kept in its data: for what only it must be able to
/// make, and for names that nobody is to read out of the data without guessing.
struct ServerKey: Sendable {
    private let bytes: [UInt8]

    static let migration = Migration(
        "accounts.3",
        "CREATE TABLE server_key (id BIGINT NOT NULL PRIMARY KEY, bytes {blob} NOT NULL);")

    /// Makes the key, unless there is one.
    static func begin(in transaction: Transaction) throws(Refusal) {
        guard try transaction.first(query) == nil else { return }
        let bytes = transaction.randomBytes(Int(crypto_auth_KEYBYTES))
        try transaction.run("INSERT INTO server_key (id, bytes) VALUES (1, \(bytes))")
    }

    /// The key.
    static func read(in snapshot: Snapshot) throws(Refusal) -> ServerKey {
        guard let key = try snapshot.first(query), key.bytes.count == Int(crypto_auth_KEYBYTES)
        else { throw .fault }
        return key
    }

    /// 32 bytes that nobody makes without the key.
    ///
    /// - Parameter purpose: what is made for one is of no use for another.
    /// - Source: HMAC-SHA-512-256, RFC 2104.
    func mark(_ message: [UInt8], for purpose: StaticString) -> [UInt8] {
        let whole = Array("\(purpose)\u{0}".utf8) + message
        var mark = [UInt8](repeating: 0, count: Int(crypto_auth_BYTES))
        crypto_auth(&mark, whole, UInt64(whole.count), bytes)
        return mark
    }

    private static var query: Query<ServerKey> {
        Query("SELECT bytes FROM server_key WHERE id = 1") { columns throws(StoreError) in
            ServerKey(bytes: try columns.blob())
        }
    }
}

/// Names of accounts that were deleted: nobody gets them again.
///
/// Of the name nothing is stored but a mark that only this server's key makes. Whoever took the
/// name of somebody who has left would be taken for that person, by friends who ask them again.
///
/// - Source: docs/decisions/0010.
public enum FormerUsername {
    static let migration = Migration(
        "accounts.4",
        "CREATE TABLE former_username (mark {blob} NOT NULL PRIMARY KEY) {clustered};")

    /// Nobody gets this name any more.
    public static func retire(
        _ username: String, in transaction: Transaction
    ) throws(Refusal) {
        let mark = try mark(of: username, in: transaction)
        try transaction.run(
            "INSERT INTO former_username (mark) VALUES (\(mark)) ON CONFLICT DO NOTHING")
    }

    static func exists(_ username: String, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let mark = try mark(of: username, in: snapshot)
        let query = Query<[UInt8]>("SELECT mark FROM former_username WHERE mark = \(mark)") {
            columns throws(StoreError) in try columns.blob()
        }
        return try snapshot.first(query) != nil
    }

    private static func mark(
        of username: String, in snapshot: Snapshot
    ) throws(Refusal) -> [UInt8] {
        try ServerKey.read(in: snapshot).mark(Array(username.utf8), for: "former username")
    }
}
