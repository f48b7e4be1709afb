import Accounts
import Friends
import Kernel
import Wire

/// For which friends an activity is meant: all of them, until one is excluded (Z38).
struct AudienceCommands: Sendable {
    let catalogue: ActivityCatalogue
    let matcher: Matcher

    func list(
        _ command: AudienceList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Audience {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        return try audience(for: entry.name, of: caller.user, in: snapshot)
    }

    func select(
        _ command: AudienceSelect, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Audience {
        let entry = try catalogue.entry(named: command.activity, field: "activity")
        guard command.hasSelected else { throw .expectedFlag("selected") }
        let (friend, pair) = try Friendships.friend(
            named: command.friend, field: "friend", of: caller.user, in: transaction)
        try transaction.run(
            command.selected
                ? .including(friend.id, in: entry.name, by: caller.user)
                : .excluding(friend.id, from: entry.name, by: caller.user))
        try matcher.reconcile(pair, in: transaction)
        // One member: a reply is kept with its cid, and a thousand members are 60 KB.
        return Audience(
            entry.name, [AudienceMember(friend, selected: command.selected)],
            newcomers: try Newcomers.areMeant(for: entry.name, of: caller.user, in: transaction))
    }

    /// The whole audience: one step, so that nobody is told in between who is not meant.
    func set(
        _ command: AudienceSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Audience {
        let (user, activity) = (
            caller.user, try catalogue.entry(named: command.activity, field: "activity").name
        )
        let friends = try transaction.all(.members(of: user))
        let meant = Set(command.friends)
        guard meant.isSubset(of: friends.map(\.username)) else {
            throw .notFriends(field: "friends")
        }
        let before = Set(try transaction.all(.excluded(by: user, from: activity)))
        let now = Set(friends.filter { !meant.contains($0.username) }.map(\.id))
        for friend in now.subtracting(before).sorted() {
            try transaction.run(.excluding(friend, from: activity, by: user))
        }
        // Who was a friend before is a friend to come.
        let isForAll = command.hasNewcomers && command.newcomers
        let named = isForAll ? before : before.intersection(friends.map(\.id))
        for friend in named.subtracting(now).sorted() {
            try transaction.run(.including(friend, in: activity, by: user))
        }
        if command.hasNewcomers {
            try Newcomers.mean(command.newcomers, for: activity, of: user, in: transaction)
        }
        try matcher.reconcile(user, in: transaction)
        return Audience(
            activity, [],
            newcomers: try Newcomers.areMeant(for: activity, of: user, in: transaction))
    }

    private func audience(
        for activity: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Audience {
        let excluded = Set(try snapshot.all(.excluded(by: user, from: activity)))
        let members = try snapshot.all(.members(of: user)).map { account in
            AudienceMember(account, selected: !excluded.contains(account.id))
        }
        return Audience(
            activity, members,
            newcomers: try Newcomers.areMeant(for: activity, of: user, in: snapshot))
    }
}

extension Audience {
    fileprivate init(_ activity: String, _ members: [AudienceMember], newcomers: Bool) {
        self.init()
        self.activity = activity
        friends = members
        self.newcomers = newcomers
    }
}

extension AudienceMember {
    fileprivate init(_ account: Account, selected: Bool) {
        self.init()
        user = account.profile
        self.selected = selected
    }
}

extension Query where Row == Account {
    /// The friends of somebody, by username.
    fileprivate static func members(of user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.email, a.avatar
            FROM friend f JOIN account a ON a.id = f.friend_id
            WHERE f.user_id = \(user) ORDER BY a.username
            """)
    }
}
