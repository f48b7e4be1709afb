import Accounts
import Kernel
import Wire

/// Friend requests (Z10-Z15, Z18).
struct RequestCommands: Sendable {
    let friendships: Friendships
    var terms = FriendTerms()
    /// Run when a request names no user.
    var mistook: @Sendable (User.ID) -> Void = { _ in }

    /// Z12: a repeated request has one effect; a request to a user who has asked the caller makes
    /// the two friends.
    func request(
        _ command: FriendRequest, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> FriendRequestSent {
        let message = try PlainText(
            command.message, .init(FriendRequest.messageLength), field: "message")
        guard let other = try transaction.first(.account(named: command.to)) else {
            mistook(caller.user)
            throw Refusal(.notFound, field: "to", "no such user")
        }
        let (me, _, pair) = try Self.parties(caller, other, "to", transaction)
        guard try !Friendships.exists(pair, in: transaction) else { throw .alreadyFriends("to") }
        guard try !BlockRules.exists(by: me.id, of: other.id, in: transaction) else {
            throw Refusal(.blockedByYou, field: "to", "you have blocked this person")
        }
        let friends = try ask(other, by: me, message, field: "to", in: transaction)
        return FriendRequestSent(to: other, friends: friends)
    }

    /// Sends a request, unless one is pending. Where requests need no answer, or the other has
    /// asked before, both are friends at once.
    ///
    /// - Returns: whether they are friends.
    func ask(
        _ other: Account, by me: Account, _ message: PlainText, field: String,
        in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let isInstant = terms.policy == .instant
        let isWelcome =
            isInstant ? try !BlockRules.exists(by: other.id, of: me.id, in: transaction) : false
        let hasAsked = try transaction.first(.request(from: other.id, to: me.id)) != nil
        if isWelcome || hasAsked {
            try friendships.begin(me, other, field: field, in: transaction)
            return true
        }
        if try transaction.first(.request(from: me.id, to: other.id)) == nil {
            let limits = friendships.limits
            try limits.requireRoomForFriend(of: me.id, field, in: transaction)
            try limits.requireRoomForRequest(from: me.id, field, in: transaction)
            try store(message, from: me, to: other, in: transaction)
        }
        return false
    }

    /// Z14: the two become friends at once, and never twice.
    func accept(
        _ command: FriendAccept, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let (me, other, pair) = try Self.bothOrNobody(
            command.from, "from", caller, transaction)
        guard try !Friendships.exists(pair, in: transaction) else { throw .alreadyFriends("from") }
        try requirePending(from: other, to: me, in: transaction)
        try friendships.begin(me, other, field: "from", in: transaction)
        return Done()
    }

    /// Z15: the only recipient is the user who declines.
    func decline(
        _ command: FriendDecline, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let (me, other, _) = try Self.bothOrNobody(command.from, "from", caller, transaction)
        try requirePending(from: other, to: me, in: transaction)
        try decline(from: other, to: me, in: transaction)
        return Done()
    }

    /// Withdraws a request. The receiver of a declined one receives nothing more about it.
    func withdraw(
        _ command: FriendWithdraw, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let (me, other, _) = try Self.bothOrNobody(command.to, "to", caller, transaction)
        guard try withdraw(from: me, to: other, in: transaction) else {
            throw Refusal(.noSuchRequest, field: "to", "no pending request to this user")
        }
        return Done()
    }

    /// Declines a request, if one is pending.
    func decline(
        from sender: Account, to receiver: Account, in transaction: Transaction
    ) throws(Refusal) {
        let request = try transaction.first(.request(from: sender.id, to: receiver.id))
        guard let request, !request.isDeclined else { return }
        try transaction.run(
            """
            UPDATE friend_request SET is_declined = 1
            WHERE sender = \(sender.id) AND receiver = \(receiver.id)
            """)
        try transaction.deliver(.closed(from: sender, to: receiver), to: [receiver.id])
    }

    /// Withdraws a request, if there is one.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func withdraw(
        from sender: Account, to receiver: Account, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard let request = try transaction.first(.request(from: sender.id, to: receiver.id))
        else { return false }
        try transaction.run(
            """
            DELETE FROM friend_request
            WHERE sender = \(sender.id) AND receiver = \(receiver.id)
            """)
        try transaction.deliver(.closed(from: sender, to: receiver), to: [sender.id])
        let listener: User.ID = request.isDeclined ? .nobody : receiver.id
        try transaction.deliver(.closed(from: sender, to: receiver), to: [listener])
        return true
    }

    /// A request to a user who has blocked its sender is declined before it is seen. Its event goes
    /// to `.nobody`, which takes as long as a delivery to a user.
    private func store(
        _ message: PlainText, from me: Account, to other: Account, in transaction: Transaction
    ) throws(Refusal) {
        let isUnwanted = try BlockRules.exists(by: other.id, of: me.id, in: transaction)
        try transaction.run(
            """
            INSERT INTO friend_request (sender, receiver, message, at_ms, is_declined)
            VALUES (\(me.id), \(other.id), \(message.text), \(transaction.now), \(isUnwanted))
            """)
        var requested = FriendRequested()
        requested.from = me.profile
        requested.message = message.text
        try transaction.deliver(.friendRequested(requested), to: [isUnwanted ? .nobody : other.id])
    }

    private func requirePending(
        from sender: Account, to receiver: Account, in snapshot: Snapshot
    ) throws(Refusal) {
        let request = try snapshot.first(.request(from: sender.id, to: receiver.id))
        guard let request, !request.isDeclined else {
            throw Refusal(.noSuchRequest, field: "from", "no pending request from this user")
        }
    }

    /// The caller, another user, and the pair of them.
    typealias Parties = (me: Account, other: Account, pair: UserPair)

    /// The caller, and the user whom `field` of the command names.
    ///
    /// - Throws: `.notFound` for an unknown user: the command counts as a look-up.
    static func both(
        _ username: String, _ field: String, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Parties {
        let other = try AccountsFeature.account(named: username, field: field, in: snapshot)
        return try parties(caller, other, field, snapshot)
    }

    /// The same, with `.nobody` in place of an unknown user: from then on all is as with a
    /// stranger, so that neither the answer nor its time distinguishes the two.
    static func bothOrNobody(
        _ username: String, _ field: String, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Parties {
        let other = try snapshot.first(.account(named: username)) ?? .nobody
        return try parties(caller, other, field, snapshot)
    }

    private static func parties(
        _ caller: Caller, _ other: Account, _ field: String, _ snapshot: Snapshot
    ) throws(Refusal) -> Parties {
        guard let pair = UserPair(caller.user, other.id) else {
            throw Refusal(.oneself, field: field, "that is you")
        }
        let me = try AccountsFeature.account(named: caller.username, field: field, in: snapshot)
        return (me, other, pair)
    }
}

extension FriendRequestSent {
    fileprivate init(to account: Account, friends: Bool) {
        self.init()
        to = account.username
        self.friends = friends
    }
}

extension ServerMessage.OneOf_Body {
    static func closed(from sender: Account, to receiver: Account) -> Self {
        closed(from: sender.username, to: receiver.username)
    }

    static func closed(from sender: String, to receiver: String) -> Self {
        var closed = FriendRequestClosed()
        (closed.from, closed.to) = (sender, receiver)
        return .friendRequestClosed(closed)
    }
}

extension Refusal {
    fileprivate static func alreadyFriends(_ field: String) -> Refusal {
        Refusal(.alreadyFriends, field: field, "already friends")
    }
}
