public import Kernel

/// Names of accounts that were deleted: nobody gets them again.
///
/// Of the name nothing is stored but a mark that only this server's keys make. Whoever took the
/// name of somebody who has left would be taken for that person, by friends who ask them again.
///
/// - Source: docs/decisions/0010.
public enum FormerUsername {
    static let migration = Migration(
        "accounts.4",
        "CREATE TABLE former_username (mark {blob} NOT NULL PRIMARY KEY) {clustered};")
    private static let purpose: StaticString = "former username"

    /// Nobody gets this name any more.
    public static func retire(
        _ username: String, in transaction: Transaction
    ) throws(Refusal) {
        let mark = try ServerKeys.read(in: transaction).mark(Array(username.utf8), for: purpose)
        try transaction.run(
            "INSERT INTO former_username (mark) VALUES (\(mark)) ON CONFLICT DO NOTHING")
    }

    static func exists(_ username: String, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let marks = SQL(
            listing: try ServerKeys.read(in: snapshot).marks(Array(username.utf8), for: purpose))
        let query = Query<[UInt8]>("SELECT mark FROM former_username WHERE mark IN (\(marks))") {
            columns throws(StoreError) in try columns.blob()
        }
        return try snapshot.first(query) != nil
    }
}
