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
        if command.selected {
            try transaction.run(
                """
                DELETE FROM activity_exclusion WHERE user_id = \(caller.user)
                    AND activity = \(entry.name) AND friend_id = \(friend.id)
                """)
        } else {
            try transaction.run(
                """
                INSERT INTO activity_exclusion (user_id, activity, friend_id)
                VALUES (\(caller.user), \(entry.name), \(friend.id))
                ON CONFLICT DO NOTHING
                """)
        }
        try matcher.reconcile(pair, in: transaction)
        // One member: a reply is kept with its cid, and a thousand members are 60 KB.
        return Audience(entry.name, [AudienceMember(friend, selected: command.selected)])
    }

    private func audience(
        for activity: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Audience {
        let excluded = Set(try snapshot.all(.excluded(by: user, from: activity)))
        let members = try snapshot.all(.members(of: user)).map { account in
            AudienceMember(account, selected: !excluded.contains(account.id))
        }
        return Audience(activity, members)
    }
}

extension Audience {
    fileprivate init(_ activity: String, _ members: [AudienceMember]) {
        self.init()
        self.activity = activity
        friends = members
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
