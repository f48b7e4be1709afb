import Accounts
import Friends
import Kernel
import Wire

/// The friends for whom an activity is meant: all of them, until one is excluded (Z38).
struct AudienceCommands: Sendable {
    let catalogue: ActivityCatalogue
    let matcher: Matcher
    /// Names of other things that have an audience.
    var names: Set<String> = []
    /// Run when an audience has changed.
    var observers: [ActivitiesFeature.AudienceObserver] = []

    /// What a command names: an activity, or something else that has an audience.
    private func name(of activity: String) throws(Refusal) -> String {
        if names.contains(activity) { return activity }
        return try catalogue.entry(named: activity, field: "activity").name
    }

    func list(
        _ command: AudienceList, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Audience {
        let activity = try name(of: command.activity)
        return try audience(for: activity, of: caller.user, in: snapshot)
    }

    func select(
        _ command: AudienceSelect, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Audience {
        let activity = try name(of: command.activity)
        guard command.hasSelected else { throw .expectedFlag("selected") }
        let (friend, pair) = try Bonds.other(
            named: command.friend, field: "friend", of: caller.user, allowing: .activities,
            in: transaction)
        let changed = try transaction.rowsChanged(
            command.selected
                ? .including(friend.id, in: activity, by: caller.user)
                : .excluding(friend.id, from: activity, by: caller.user))
        if changed > 0 {
            try tell(of: activity, caller.user, in: transaction)
            try notify(
                (caller.user, activity), added: command.selected ? [friend.id] : [],
                dropped: command.selected ? [] : [friend.id], in: transaction)
        }
        try matcher.reconcile(pair, in: transaction)
        // One member: a reply is kept with its cid, and a thousand members are 60 KB.
        return Audience(
            activity, [AudienceMember(friend, selected: command.selected)],
            newcomers: try FutureFriendsPolicy.areMeant(
                for: activity, of: caller.user, in: transaction))
    }

    /// Changes several friends, or all, in one step, so that no friend for whom it is not meant
    /// receives anything in between.
    func set(
        _ command: AudienceSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Audience {
        let user = caller.user
        let activity = try name(of: command.activity)
        let friends = try transaction.all(.members(of: user))
        let add = try Self.identify(command.add, field: "add", among: friends)
        let drop = try Self.identify(command.drop, field: "drop", among: friends)
        guard add.isDisjoint(with: drop) else { throw .addedAndDropped }
        let before = Set(try transaction.all(.excluded(by: user, from: activity)))
        var now = before
        if command.hasOthers {
            now = command.others ? [] : before.union(friends.map(\.id))
        }
        now = now.subtracting(add).union(drop)
        for friend in now.subtracting(before).sorted() {
            try transaction.run(.excluding(friend, from: activity, by: user))
        }
        for friend in before.subtracting(now).sorted() {
            try transaction.run(.including(friend, in: activity, by: user))
        }
        let ids = friends.map(\.id)
        var isChanged = now.intersection(ids) != before.intersection(ids)
        if command.hasOthers,
            try FutureFriendsPolicy.mean(command.others, for: activity, of: user, in: transaction)
        {
            isChanged = true
        }
        if isChanged { try tell(of: activity, user, in: transaction) }
        try notify(
            (user, activity), added: before.subtracting(now).intersection(ids),
            dropped: now.subtracting(before).intersection(ids), in: transaction)
        try matcher.reconcile(user, in: transaction)
        return Audience(
            activity, [],
            newcomers: try FutureFriendsPolicy.areMeant(for: activity, of: user, in: transaction))
    }

    /// At most how many friends an audience gains; "all others" counts as a fixed number.
    @Sendable static func count(_ command: AudienceSet) -> Int {
        min(command.add.count, 1_000) + (command.others ? 50 : 0)
    }

    /// A friend in `add` for whom the activity is meant already gains nothing.
    @Sendable func takesBack(_ command: AudienceSet) -> TakingBack {
        guard !command.others else { return .no }
        guard !command.add.isEmpty else { return .when(command.hasOthers || !command.drop.isEmpty) }
        return .ifSo { (caller, snapshot) throws(Refusal) in
            let friends = try snapshot.all(.members(of: caller.user))
            let add = try Self.identify(command.add, field: "add", among: friends)
            let excluded = try snapshot.all(.excluded(by: caller.user, from: command.activity))
            return add.isDisjoint(with: excluded)
        }
    }

    private func notify(
        _ audience: (user: User.ID, activity: String), added: Set<User.ID>, dropped: Set<User.ID>,
        in transaction: Transaction
    ) throws(Refusal) {
        guard !added.isEmpty || !dropped.isEmpty else { return }
        for observer in observers { try observer(audience, added, dropped, transaction) }
    }

    /// - Throws: `.notFriends` if one of the names is not among these friends.
    private static func identify(
        _ names: [String], field: String, among friends: [Account]
    ) throws(Refusal) -> Set<User.ID> {
        let names = Set(names)
        let named = friends.filter { names.contains($0.username) }
        guard named.count == names.count else { throw .notFriends(field: field) }
        return Set(named.map(\.id))
    }

    /// Sends the change of an audience to the user's own devices, and to no other user. The event
    /// does not contain the friends, since a thousand are too many for it: devices read the list.
    private func tell(
        of activity: String, _ user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        var changed = AudienceChanged()
        changed.activity = activity
        try transaction.deliver(.audienceChanged(changed), to: [user])
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
            newcomers: try FutureFriendsPolicy.areMeant(for: activity, of: user, in: snapshot))
    }
}

extension Refusal {
    fileprivate static var addedAndDropped: Refusal {
        Refusal(.invalidField, field: "drop", "expected names that are not in `add`")
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
    /// A user's friends, by username.
    fileprivate static func members(of user: User.ID) -> Self {
        accounts(
            """
            SELECT a.id, a.username, a.display_name, a.address, a.avatar
            FROM relation f JOIN account a ON a.id = f.other_id
            WHERE f.user_id = \(user) AND f.kind IN \(BondRight.activities.kinds)
            ORDER BY a.username
            """)
    }
}
