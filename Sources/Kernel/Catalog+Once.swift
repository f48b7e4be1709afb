public import SwiftProtobuf
public import Wire

extension Catalog {
    /// Adds a command that may be sent again after a lost answer: the same `cid` has one effect
    /// and gets the first reply; the same `cid` with other content is a conflict.
    ///
    /// - Parameters:
    ///   - needsCid: whether a command without a `cid` is refused.
    ///   - rate: limits how often it may be used.
    ///   - count: how many tokens of the rate a command takes, at least one; nil: one.
    ///   - takesBack: whether a command takes something back from others; nil: none does. A command
    ///     that finds nothing to take back leaves no trace, and runs again when it is repeated.
    ///   - foreseen: the queries that it will run first, as far as the command alone tells.
    ///   - again: makes the reply to a repeated command, where the reply holds data that may have
    ///     been deleted since; nil: the first reply is kept.
    public mutating func writeOnce<Command: Repeatable, Reply: Message>(
        _ command: CommandCase<Command>, needsCid: Bool = false, reply: @escaping ReplyCase<Reply>,
        rate: Rate? = nil, count: (@Sendable (Command) -> Int)? = nil,
        takesBack: (@Sendable (Command) -> TakingBack)? = nil,
        foreseen: (@Sendable (Command, Caller) -> [SQL])? = nil,
        again: (@Sendable (Command, Caller, Transaction) throws(Refusal) -> Reply)? = nil,
        _ run: @escaping @Sendable (Command, Caller, Transaction) throws(Refusal) -> Reply
    ) {
        let field = Self.identity(of: command(Command())).field
        write(
            command, reply: reply, rate: rate, takesBack: takesBack,
            price: count.map(Self.price)
        ) { (command, caller, transaction) throws(Refusal) in
            guard needsCid || !command.cid.isEmpty else {
                return try run(command, caller, transaction)
            }
            guard Command.cidBytes.contains(command.cid.utf8.count), !command.cid.utf8.contains(0)
            else {
                throw Refusal(.invalidField, field: "cid", "expected 1 to 64 bytes, none a NUL")
            }
            let key = CommandLog.Key(user: caller.user, cid: command.cid)
            let content = try CommandLog.Content(of: command, field: field)
            let known = CommandLog.entry(key)
            if let foreseen, transaction.foresees {
                try transaction.foresee([known.sql] + foreseen(command, caller))
            }
            if let entry = try transaction.first(known) {
                guard entry.content.isOf(content),
                    let first = try? Reply(serializedBytes: entry.reply)
                else {
                    throw Refusal(
                        .conflict, field: "cid", "the cid was used for another command")
                }
                return try again?(command, caller, transaction) ?? first
            }
            let reply = try run(command, caller, transaction)
            // It is refused, although its writes are kept.
            guard transaction.verdict == nil else { return reply }
            guard transaction.hasWritten || takesBack?(command).mayBe != true else { return reply }
            let bytes: [UInt8] = again == nil ? reply.builtBytes(.binary) : []
            try transaction.run(
                CommandLog.insert(key, content, reply: bytes, at: transaction.now))
            return reply
        }
    }

    private static func price<Command: Repeatable>(
        _ count: @escaping @Sendable (Command) -> Int
    ) -> @Sendable (Command) -> Price {
        { command in
            let wasDone: TakingBack.Check = { (caller, snapshot) throws(Refusal) in
                let key = CommandLog.Key(user: caller.user, cid: command.cid)
                return try snapshot.first(CommandLog.entry(key)) != nil
            }
            return Price(
                tokens: max(1, count(command)), wasDone: command.cid.isEmpty ? nil : wasDone)
        }
    }

    /// Adds the chore that deletes old replies. Their `cid` can be used again after that.
    ///
    /// - Parameter age: how long a reply is kept at least.
    public mutating func forgetReplies(after age: Duration) {
        let round = CommandLogRound(age: age)
        chore("commandLog.prune", every: .seconds(1)) { transaction throws(Refusal) in
            try round.advance(in: transaction)
        }
    }
}
