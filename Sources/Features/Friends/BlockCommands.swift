import Accounts
import Kernel
import Wire

/// Block and unblock: both ways, and silent.
///
/// To the blocked user it looks as if the friendship had ended, the other's request had been
/// withdrawn, and their own request were never answered.
struct BlockCommands: Sendable {
    let friendships: Friendships
    let requests: RequestCommands
    let observers: [FriendsFeature.BlockObserver]
    let acquaintances: [FriendsFeature.Acquaintance]

    /// A block of a user who can reach the caller takes that possibility back. A block of any other
    /// name only discloses whether the user exists, and is limited.
    @Sendable func takesBack(_ command: UserBlock) -> TakingBack {
        .ifSo { (caller, snapshot) throws(Refusal) in
            guard let other = try snapshot.first(.account(named: command.user)),
                let pair = UserPair(caller.user, other.id)
            else { return false }
            if try BlockRules.exists(by: caller.user, of: other.id, in: snapshot) { return true }
            return try reaches(caller.user, other.id, pair, in: snapshot)
        }
    }

    /// Whether another user can reach a user, or was asked to.
    private func reaches(
        _ user: User.ID, _ other: User.ID, _ pair: UserPair, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        if try Bonds.exist(between: pair, in: snapshot) { return true }
        if try snapshot.first(.request(from: user, to: other)) != nil { return true }
        let theirs = try snapshot.first(.request(from: other, to: user))
        // A declined request may have come under a block: then the user never saw it.
        if let theirs, !theirs.isDeclined { return true }
        for acquaintance in acquaintances where try acquaintance(pair, snapshot) { return true }
        return false
    }

    func block(
        _ command: UserBlock, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let (me, other, pair) = try RequestCommands.both(
            command.user, "user", caller, transaction)
        guard try !BlockRules.exists(by: me.id, of: other.id, in: transaction) else {
            return Done()
        }
        if try !reaches(me.id, other.id, pair, in: transaction) {
            try friendships.limits.requireRoomForBlock(by: me.id, "user", in: transaction)
        }
        try transaction.run(
            "INSERT INTO block (blocker, blocked) VALUES (\(me.id), \(other.id))")
        if try Friendships.exists(pair, in: transaction) {
            try friendships.end(me, other, in: transaction)
        }
        try requests.withdraw(from: me, to: other, in: transaction)
        try requests.decline(from: other, to: me, in: transaction)
        for observer in observers { try observer(pair, transaction) }
        try transaction.deliver(.blockChanged(BlockChanged(other, blocked: true)), to: [me.id])
        return Done()
    }

    /// Restores nothing but the possibility to ask. Requests made during the block stay hidden.
    func unblock(
        _ command: UserUnblock, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        // The refusal of an impossible name discloses nothing.
        _ = try Username(command.user, field: "user")
        let (me, other, _) = try RequestCommands.bothOrNobody(
            command.user, "user", caller, transaction)
        guard try BlockRules.exists(by: me.id, of: other.id, in: transaction) else { return Done() }
        try transaction.run(
            "DELETE FROM block WHERE blocker = \(me.id) AND blocked = \(other.id)")
        try transaction.deliver(.blockChanged(BlockChanged(other, blocked: false)), to: [me.id])
        return Done()
    }

    func list(
        _ command: BlockList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Blocks {
        var blocks = Blocks()
        blocks.users = try snapshot.all(.blocked(by: caller.user))
        return blocks
    }
}

extension BlockChanged {
    fileprivate init(_ account: Account, blocked: Bool) {
        self.init()
        user = account.profile
        self.blocked = blocked
    }
}
