import Accounts
import Kernel
import Wire

/// The friends list and what leads to it (Z9, Z13, Z17).
struct FriendCommands: Sendable {
    let friendships: Friendships
    let presence: any PresenceView

    func lookup(
        _ command: UserLookup, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> UserFound {
        let account = try AccountsFeature.account(
            named: command.username, field: "username", in: snapshot)
        var found = UserFound()
        found.user = account.profile
        found.relation = try relation(of: caller.user, to: account.id, in: snapshot)
        return found
    }

    func remove(
        _ command: FriendRemove, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let (other, _) = try Friendships.friend(
            named: command.friend, field: "friend", of: caller.user, in: transaction)
        let me = try AccountsFeature.account(
            named: caller.username, field: "friend", in: transaction)
        try friendships.end(me, other, in: transaction)
        return Done()
    }

    func list(
        _ command: FriendList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Friends {
        guard command.hasLimit || !command.after.isEmpty else {
            var friends = Friends()
            friends.friends = try snapshot.all(.friends(of: caller.user)).map(friend)
            return friends
        }
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 100)
        guard FriendList.afterLength.contains(command.after.unicodeScalars.count) else {
            throw Refusal(.invalidField, field: "after", "expected next of the page before")
        }
        let page = try snapshot.all(
            .friends(of: caller.user, after: command.after, limit: limit + 1))
        var friends = Friends()
        friends.friends = page.prefix(limit).map(friend)
        if page.count > limit { friends.next = friends.friends[limit - 1].user.username }
        return friends
    }

    /// A friend, as one is shown now.
    func friend(_ listed: ListedFriend) -> Friend {
        var friend = Friend()
        friend.user = listed.profile
        friend.since = listed.since.timestamp
        friend.take(presence.standing(of: listed.id), stored: listed.lastSeen)
        return friend
    }

    func mailbox(
        _ command: MailboxList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Mailbox {
        var mailbox = Mailbox()
        mailbox.incoming = try snapshot.all(
            .incoming(to: caller.user, limit: friendships.limits.requests))
        mailbox.outgoing = try snapshot.all(.outgoing(from: caller.user))
        return mailbox
    }

    func relation(
        of user: User.ID, to other: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Relation {
        guard let pair = UserPair(user, other) else { return .yourself }
        if try Friendships.exists(pair, in: snapshot) { return .friend }
        if try BlockRules.exists(by: user, of: other, in: snapshot) { return .blocked }
        if try snapshot.first(.request(from: user, to: other)) != nil { return .requested }
        let request = try snapshot.first(.request(from: other, to: user))
        return request.map { $0.isDeclined ? .stranger : .asking } ?? .stranger
    }
}

extension Friend {
    /// - Parameter stored: when the friend was last online, as the store knows it.
    fileprivate mutating func take(_ standing: Standing, stored: Moment?) {
        switch standing {
        case .online: online = true
        case .offline(let noted):
            online = false
            if let seen = noted ?? stored { lastSeen = seen.timestamp }
        case .unknown: break
        }
    }
}
