import SwiftProtobuf
import Synchronization
import Wire

/// The replies to commands with a `cid`.
enum CommandLog {
    /// The user, and the client's own id of the command.
    struct Key: Equatable, Sendable {
        let user: User.ID
        let cid: String
    }

    /// The content of a command: two commands with the same content are the same command.
    struct Content: Equatable, Sendable {
        /// The command's number in the schema: the same fields in another command are another
        /// content.
        let field: Int64
        /// FNV-1a over the fields.
        ///
        /// Contents with the same digest can be constructed. But a log belongs to one user. A user
        /// who constructs such contents gets, for a command that is not executed, the reply of an
        /// earlier one, and deceives nobody else. By chance it happens once in 2^64 repeated cids.
        let digest: Int64

        /// Whether a command is the one that this entry was kept for. Of an entry whose `cid` was
        /// once kept in another form, only the kind of command is known.
        func isOf(_ other: Content) -> Bool {
            field == other.field && (digest == other.digest || digest == 0)
        }
    }

    static func entry(_ key: Key) -> Query<(content: Content, reply: [UInt8])> {
        Query(
            """
            SELECT command, digest, reply FROM command_log
            WHERE user_id = \(key.user) AND cid = \(key.cid)
            """
        ) { columns throws(StoreError) in
            let content = Content(field: try columns.integer(), digest: try columns.integer())
            return (content: content, reply: try columns.blob())
        }
    }

    static func insert(
        _ key: Key, _ content: Content, reply: [UInt8], at now: Moment
    ) -> SQL {
        """
        INSERT INTO command_log (user_id, cid, command, digest, at_ms, reply)
        VALUES (\(key.user), \(key.cid), \(content.field), \(content.digest), \(now), \(reply))
        """
    }

    /// The log behind `key`, in its order.
    static func page(after key: Key, limit: Int) -> Query<(key: Key, at: Moment)> {
        Query(
            """
            SELECT user_id, cid, at_ms FROM command_log
            WHERE (user_id, cid) > (\(key.user), \(key.cid))
            ORDER BY user_id, cid LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let key = Key(user: try columns.id(), cid: try columns.text())
            return (key: key, at: try columns.moment())
        }
    }

    static func delete(_ key: Key) -> SQL {
        "DELETE FROM command_log WHERE user_id = \(key.user) AND cid = \(key.cid)"
    }
}

extension CommandLog.Content {
    /// - Throws: `.malformed` when a peer's command cannot be written again.
    init(of command: some Message, field: Int) throws(Refusal) {
        guard let bytes: [UInt8] = try? command.serializedBytes() else {
            throw Refusal(.malformed, "the command cannot be encoded")
        }
        self.init(field: Int64(field), digest: Int64(bitPattern: FNV1a(bytes).digest))
    }
}

/// Walks the command log in small steps, round after round, and deletes what is old.
///
/// An index by age would find the old rows at once, but every command would pay for it: it makes a
/// row half as large again (126 against 85 bytes). A walk costs the writer about a millisecond a
/// second, whatever is in the log, and keeps up with 43 million commands a day. Its position is not
/// stored: after a restart it begins anew.
final class CommandLogRound: Sendable {
    /// Rows looked at in one step.
    static let stepCount = 500

    private let age: Duration
    private let position = Mutex(CommandLogRound.beginning)

    private static let beginning = CommandLog.Key(user: User.ID(rawValue: .min), cid: "")

    /// - Parameter age: how old a row may become.
    init(age: Duration) {
        self.age = age
    }

    /// One step.
    func advance(in transaction: Transaction) throws(Refusal) {
        let oldest = transaction.now.advanced(by: .zero - age)
        let start = position.withLock { $0 }
        let page = try transaction.all(CommandLog.page(after: start, limit: Self.stepCount))
        for row in page where row.at < oldest { try transaction.run(CommandLog.delete(row.key)) }
        let isThrough = page.count < Self.stepCount
        let end = isThrough ? Self.beginning : page.last?.key ?? Self.beginning
        position.withLock { $0 = end }
    }
}

/// A digest of 64 bits, the same in every process, for places where a forgery gains nothing.
///
/// - Source: FNV-1a.
public struct FNV1a: Equatable, Sendable {
    /// Of everything that was mixed in so far.
    public private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of nothing.
    public init() {}

    /// Of some bytes.
    public init(_ bytes: some Swift.Sequence<UInt8>) {
        for byte in bytes { mix(byte) }
    }

    /// Of an array: as the above, compiled for arrays alone. It makes the tag of each answer over
    /// HTTP, and the general one took a twentieth of a read's time there.
    public init(_ bytes: [UInt8]) {
        for byte in bytes { mix(byte) }
    }

    /// Mixes one more byte in.
    public mutating func mix(_ byte: UInt8) {
        digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}
