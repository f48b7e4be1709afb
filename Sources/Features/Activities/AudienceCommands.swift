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
        return try audience(for: entry.name, of: caller.user, in: transaction)
    }

    private func audience(
        for activity: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Audience {
        let excluded = Set(try snapshot.all(.excluded(by: user, from: activity)))
        var audience = Audience()
        audience.activity = activity
        audience.friends = try snapshot.all(.members(of: user)).map { account in
            var member = AudienceMember()
            member.user = account.profile
            member.selected = !excluded.contains(account.id)
            return member
        }
        return audience
    }
}

extension Query where Row == Account {
    /// The friends of somebody, by username.
    fileprivate static func members(of user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.email
            FROM friend f JOIN account a ON a.id = f.friend_id
            WHERE f.user_id = \(user) ORDER BY a.username
            """)
    }
}
