public import Kernel
import SwiftProtobuf
import Wire

/// The name of a user in the event log, for one day: "~1130-6f3c9a10d2b4". It ties together
/// what a user did on that day. Only the data resolve it: `upford ctl user`.
///
/// It is made by a secret of the account, which is deleted with the account.
struct Pseudonym: Equatable, Sendable {
    let text: String

    /// - Parameter secret: of the account.
    fileprivate init(_ secret: [UInt8], on day: String) {
        let mark = ServerKey(bytes: secret).mark(Array(day.utf8), for: "pseudonym")
        let digits = mark.prefix(6).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }
        text = "~\(day.suffix(5).filter { $0 != "-" })-\(digits.joined())"
    }

    static let migration = Migration(
        "accounts.pseudonym",
        """
        CREATE TABLE pseudonym (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            secret {blob} NOT NULL
        ) {clustered};
        """)

    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM pseudonym WHERE user_id = \(user)")
    }

    /// - Parameter time: on its day.
    ///
    /// - Returns: nil for a deleted account.
    static func of(
        _ user: User.ID, at time: Moment, in transaction: Transaction
    ) throws(Refusal) -> Pseudonym? {
        if let stored = try transaction.first(Query<Secret>.secret(of: user)) {
            return Pseudonym(stored.bytes, on: day(of: time))
        }
        let account = try transaction.first(.account(of: user))
        guard account?.displayName.isEmpty == false else { return nil }
        let secret = transaction.randomBytes(ServerKey.byteCount)
        try transaction.run("INSERT INTO pseudonym (user_id, secret) VALUES (\(user), \(secret))")
        return Pseudonym(secret, on: day(of: time))
    }

    /// The user who had a pseudonym within the last year; nil: none, or the account is deleted.
    ///
    /// - Complexity: a mark for each account that has ever had one.
    static func user(named text: String, in snapshot: Snapshot) throws(Refusal) -> User.ID? {
        let monthAndDay = text.dropFirst().prefix(4)
        let day = (0..<366).lazy.map { ago in
            Self.day(of: snapshot.now.advanced(by: .seconds(-86_400 * ago)))
        }.first { $0.suffix(5).filter { $0 != "-" } == monthAndDay }
        guard let day else { return nil }
        return try snapshot.all(Query<Secret>.all)
            .first { Pseudonym($0.bytes, on: day).text == text }?.user
    }

    /// "2026-11-30".
    private static func day(of time: Moment) -> String {
        String(((try? time.timestamp.jsonString()) ?? "").dropFirst().prefix(10))
    }
}

/// The secret of an account.
private struct Secret: Sendable {
    let user: User.ID
    let bytes: [UInt8]
}

extension Query where Row == Secret {
    private static func decode(_ columns: inout Columns) throws(StoreError) -> Secret {
        Secret(user: try columns.id(), bytes: try columns.blob())
    }

    fileprivate static func secret(of user: User.ID) -> Self {
        Query("SELECT user_id, secret FROM pseudonym WHERE user_id = \(user)", decode: decode)
    }

    fileprivate static var all: Self {
        Query("SELECT user_id, secret FROM pseudonym ORDER BY user_id", decode: decode)
    }
}

extension Transaction {
    /// Notes what users did, for the metrics and the event log.
    public func note(
        _ kind: UsageRecord.Kind, _ activity: String = "", wait: Duration = .zero,
        by users: User.ID...
    ) throws(Refusal) {
        var names: [String] = []
        for user in users where logsUsers {
            if let pseudonym = try Pseudonym.of(user, at: now, in: self) {
                names.append(pseudonym.text)
            }
        }
        note(UsageRecord(kind, activity, wait: wait, by: names))
    }
}
