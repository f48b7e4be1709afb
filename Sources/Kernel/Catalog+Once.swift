public import SwiftProtobuf
public import Wire

/// A command that carries the client's own id of it, so that sending it again has one effect.
public protocol Repeatable: Message {
    /// The client's id of this command, 1 to 64 bytes; unique per user.
    var cid: String { get }
}

extension Catalog {
    /// Adds a command that may be sent again after a lost answer: the same `cid` has one effect
    /// and gets the first reply; the same `cid` with other content is a conflict.
    public mutating func writeOnce<Command: Repeatable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>,
        _ run: @escaping @Sendable (Command, Caller, Transaction) throws(Refusal) -> Reply
    ) {
        write(command, reply: reply) { (command, caller, transaction) throws(Refusal) in
            guard (1...64).contains(command.cid.utf8.count) else {
                throw Refusal(.invalidField, field: "cid", "expected 1 to 64 bytes")
            }
            let digest = CommandLog.digest(of: command)
            let entry = try transaction.first(CommandLog.entry(command.cid, of: caller.user))
            if let entry {
                guard entry.digest == digest, let first = try? Reply(serializedBytes: entry.reply)
                else {
                    throw Refusal(
                        .conflict, field: "cid", "this cid was used for something else before")
                }
                return first
            }
            let reply = try run(command, caller, transaction)
            let bytes: [UInt8] = (try? reply.serializedBytes()) ?? []
            try transaction.run(
                CommandLog.insert(
                    command.cid, of: caller.user, digest: digest, reply: bytes,
                    at: transaction.now))
            return reply
        }
    }
}

/// The replies to commands with a `cid`.
enum CommandLog {
    static func entry(
        _ cid: String, of user: User.ID
    ) -> Query<(digest: Int64, reply: [UInt8])> {
        Query(
            "SELECT digest, reply FROM command_log WHERE user_id = \(user) AND cid = \(cid)"
        ) { columns throws(StoreError) in
            (digest: try columns.integer(), reply: try columns.blob())
        }
    }

    static func insert(
        _ cid: String, of user: User.ID, digest: Int64, reply: [UInt8], at now: Moment
    ) -> SQL {
        """
        INSERT INTO command_log (user_id, cid, digest, at_ms, reply)
        VALUES (\(user), \(cid), \(digest), \(now), \(reply))
        """
    }

    /// FNV-1a over the command: it need not resist attack, it guards a client against itself.
    static func digest(of command: some Message) -> Int64 {
        let bytes: [UInt8] = (try? command.serializedBytes()) ?? []
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
