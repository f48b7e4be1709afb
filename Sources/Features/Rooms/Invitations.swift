import Accounts
import Friends
import Kernel
import Wire

/// Invitations of friends to groups: no user becomes a member without consent.
///
/// Senders see all of their own invitations alike. Nothing shows whether the friend takes
/// invitations, has declined, or has other invitations too. A user whom several members invite to a
/// group has one invitation, the first of them.
enum Invitations {
    /// Most invitations that are shown to one user.
    static let shownMax = 100

    /// Invites friends who are not in the group; those who take invitations receive an event.
    ///
    /// - Throws: `.listFull` if the group has no room for all whom the sender has invited.
    static func send(
        to friends: [Account], of group: StoredGroup, by sender: Account,
        in transaction: Transaction
    ) throws(Refusal) {
        var event = GroupInvitation()
        event.room = RoomKey(group: group.number).description
        event.name = group.name
        event.by = sender.profile
        event.at = transaction.now.timestamp
        for friend in friends {
            guard try transaction.first(.membership(of: friend.id, in: group.room))?.isIn != true
            else { continue }
            let old = try transaction.first(
                .invitation(of: friend.id, to: group.room, by: sender.id))
            let takesThem = try AccountsFeature.discretion(of: friend.id, in: transaction)
                .takesInvitations
            let isKnown = try isOpen(for: friend.id, group.room, in: transaction)
            let state: StoredInvitation.State
            switch old?.state {
            case .open?: state = .open
            case .declined?: state = .declined
            case .held?, nil: state = takesThem ? .open : .held
            }
            let at = old?.isListed == true ? old?.at : transaction.now
            try transaction.run(
                """
                INSERT INTO room_invitation (room_id, user_id, inviter, at_ms, state, is_listed)
                VALUES (\(group.room), \(friend.id), \(sender.id), \(at ?? transaction.now),
                    \(state.rawValue), 1)
                ON CONFLICT (room_id, user_id, inviter) DO UPDATE SET at_ms = excluded.at_ms,
                    state = excluded.state, is_listed = 1
                """)
            // A delivery to `.nobody` takes as long as one to the friend.
            let isTold = state == .open && !isKnown
            try transaction.deliver(.groupInvited(event), to: [isTold ? friend.id : .nobody])
        }
        let count = try transaction.all(.invited(to: group.room, by: sender.id)).count
        guard Int(group.memberCount) + count <= Groups.membersMax else {
            throw Groups.full("members")
        }
    }

    /// Withdraws an invitation of the sender. A decline is remembered, so that withdrawing does not
    /// let the sender invite again.
    ///
    /// - Returns: whether there was one.
    static func withdraw(
        from user: User.ID, to room: Room.ID, by sender: User.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let found = try transaction.first(.invitation(of: user, to: room, by: sender))
        guard let found, found.isListed else { return false }
        let state: StoredInvitation.State = found.state == .declined ? .declined : .held
        try transaction.run(
            """
            UPDATE room_invitation SET is_listed = 0, state = \(state.rawValue)
            WHERE room_id = \(room) AND user_id = \(user) AND inviter = \(sender)
            """)
        try tellEnd(of: found, in: transaction)
        return true
    }

    /// The user declines the invitations of all senders; the user's own devices receive an event.
    ///
    /// - Returns: whether there was an invitation.
    static func decline(
        _ user: User.ID, _ room: Room.ID, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard try isOpen(for: user, room, in: transaction) else { return false }
        try transaction.run(
            """
            UPDATE room_invitation SET state = \(StoredInvitation.State.declined.rawValue)
            WHERE room_id = \(room) AND user_id = \(user) AND state = 0
            """)
        try tell(user, room, in: transaction)
        return true
    }

    /// A user has become a member: the user's invitations to the group end.
    static func settle(
        _ user: User.ID, _ room: Room.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "DELETE FROM room_invitation WHERE room_id = \(room) AND user_id = \(user)")
    }

    /// A member has left: the invitations that the member sent end.
    static func end(
        of sender: User.ID, to room: Room.ID, in transaction: Transaction
    ) throws(Refusal) {
        try close(
            transaction.all(.invitations(to: room, by: sender)), in: transaction)
    }

    /// A friendship has ended: the invitations between the two users end.
    static let friendshipChanged: Friendships.Observer = {
        (pair, exists, transaction) throws(Refusal) in
        guard !exists else { return }
        try close(
            transaction.all(.invitations(of: pair.low, by: pair.high))
                + transaction.all(.invitations(of: pair.high, by: pair.low)),
            in: transaction)
    }

    /// Deletes the invitations of and by a user who has left Upfor.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run(
            "DELETE FROM room_invitation WHERE user_id = \(user) OR inviter = \(user)")
    }

    /// Whether a user has an invitation to a group.
    static func isOpen(
        for user: User.ID, _ room: Room.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.openInvitations(of: user, to: room)) ?? 0 > 0
    }

    /// An invitation from an earlier event as it stands now, with the group's current name; nil if
    /// it was withdrawn, declined or accepted, or its sender is gone.
    static func standing(
        _ told: GroupInvitation, for user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> GroupInvitation? {
        guard let number = RoomKey.number(in: told.room),
            let group = try snapshot.first(.group(number: number)),
            let sender = try snapshot.first(.account(named: told.by.username)),
            let found = try snapshot.first(
                .invitation(of: user, to: group.room, by: sender.id)),
            found.state == .open,
            Moment(unixMilliseconds: told.at.unixMilliseconds) >= found.at
        else { return nil }
        var standing = told
        (standing.name, standing.by) = (group.name, sender.profile)
        return standing
    }

    /// Ends invitations. A decline is remembered, so that the sender cannot invite again.
    private static func close(
        _ invitations: [StoredInvitation], in transaction: Transaction
    ) throws(Refusal) {
        for invitation in invitations {
            let which: SQL = """
                room_id = \(invitation.room) AND user_id = \(invitation.user)
                    AND inviter = \(invitation.sender)
                """
            try transaction.run(
                invitation.state == .declined
                    ? "UPDATE room_invitation SET is_listed = 0 WHERE \(which)"
                    : "DELETE FROM room_invitation WHERE \(which)")
            try tellEnd(of: invitation, in: transaction)
        }
    }

    /// Sends the end of an invitation to the user to whom it was shown, or the next one, if another
    /// member invites the user too. A delivery to `.nobody` takes as long.
    private static func tellEnd(
        of invitation: StoredInvitation, in transaction: Transaction
    ) throws(Refusal) {
        let next = try transaction.first(
            .invitation(of: invitation.user, to: invitation.room))
        let isTold = invitation.state == .open && next.map(invitation.isBefore) ?? true
        try tell(isTold ? invitation.user : .nobody, invitation.room, next?.shown, in: transaction)
    }

    /// - Parameter next: the invitation that is shown now; nil: none.
    private static func tell(
        _ user: User.ID, _ room: Room.ID, _ next: GroupInvitation? = nil,
        in transaction: Transaction
    ) throws(Refusal) {
        guard let key = try Groups.key(of: room.rawValue, in: transaction) else { return }
        var closed = GroupInvitationClosed()
        closed.room = key
        try transaction.deliver(
            next.map { .groupInvited($0) } ?? .groupInvitationClosed(closed), to: [user])
    }
}

/// An invitation, as it is stored.
struct StoredInvitation: Sendable {
    /// What the invited user sees of it.
    enum State: Int64 {
        /// It is shown.
        case open = 0
        /// It is hidden: the user takes no invitations, or it was withdrawn.
        case held = 1
        /// It was declined, and is no longer shown.
        case declined = 2
    }

    let room: Room.ID
    let user: User.ID
    let sender: User.ID
    let at: Moment
    let state: State
    /// Whether its sender sees it: it was not withdrawn.
    let isListed: Bool

    /// Whether this one takes precedence over another to the same group.
    func isBefore(_ other: ShownInvitation) -> Bool {
        (at, sender) < (other.at, other.sender)
    }
}

extension Query where Row == StoredInvitation {
    static func invitation(of user: User.ID, to room: Room.ID, by sender: User.ID) -> Self {
        invitations("room_id = \(room) AND user_id = \(user) AND inviter = \(sender)")
    }

    fileprivate static func invitations(to room: Room.ID, by sender: User.ID) -> Self {
        invitations("inviter = \(sender) AND room_id = \(room)")
    }

    fileprivate static func invitations(of user: User.ID, by sender: User.ID) -> Self {
        invitations("inviter = \(sender) AND user_id = \(user)")
    }

    private static func invitations(_ which: SQL) -> Self {
        Query(
            """
            SELECT room_id, user_id, inviter, at_ms, state, is_listed FROM room_invitation
            WHERE \(which)
            """
        ) { columns throws(StoreError) in
            let (room, user): (Room.ID, User.ID) = (try columns.id(), try columns.id())
            let (sender, at): (User.ID, Moment) = (try columns.id(), try columns.moment())
            guard let state = StoredInvitation.State(rawValue: try columns.integer()) else {
                throw .unexpectedColumn
            }
            return StoredInvitation(
                room: room, user: user, sender: sender, at: at, state: state,
                isListed: try columns.flag())
        }
    }
}

extension Query where Row == UInt32 {
    fileprivate static func openInvitations(of user: User.ID, to room: Room.ID) -> Self {
        Query(
            """
            SELECT count(*) FROM room_invitation i JOIN person a ON a.id = i.inviter
            WHERE i.room_id = \(room) AND i.user_id = \(user) AND i.state = 0
            """
        ) { columns throws(StoreError) in try columns.count() }
    }
}

extension Query where Row == String {
    /// Users whom a member has invited to a group, by username.
    static func invited(to room: Room.ID, by sender: User.ID) -> Self {
        Query(
            """
            SELECT a.username FROM room_invitation i JOIN person a ON a.id = i.user_id
            WHERE i.inviter = \(sender) AND i.room_id = \(room) AND i.is_listed = 1
            ORDER BY a.username
            """
        ) { columns throws(StoreError) in try columns.text() }
    }
}

/// An invitation as it is shown, and the room in the store.
struct ShownInvitation: Sendable {
    let room: Room.ID
    let sender: User.ID
    let at: Moment
    fileprivate(set) var shown: GroupInvitation
}

extension Query where Row == ShownInvitation {
    /// The invitations that are shown to a user, newest first; of several to one group, the
    /// earliest.
    static func invitations(of user: User.ID, limit: Int) -> Self {
        invitations(of: user, "ORDER BY i.at_ms DESC, i.room_id DESC LIMIT \(Int64(limit))")
    }

    /// The invitation to a group that is shown to a user.
    fileprivate static func invitation(of user: User.ID, to room: Room.ID) -> Self {
        invitations(of: user, "AND i.room_id = \(room)")
    }

    fileprivate static func invitations(of user: User.ID, after room: Room.ID, limit: Int) -> Self {
        invitations(of: user, "AND i.room_id > \(room) ORDER BY i.room_id LIMIT \(Int64(limit))")
    }

    private static func invitations(of user: User.ID, _ which: SQL) -> Self {
        Query(
            """
            SELECT i.room_id, i.inviter, g.number, g.name, i.at_ms, a.username, a.display_name,
                a.avatar
            FROM room_invitation i JOIN room_group g ON g.room_id = i.room_id
            JOIN person a ON a.id = i.inviter
            WHERE i.user_id = \(user) AND i.state = 0 AND NOT EXISTS (
                SELECT 1 FROM room_invitation o JOIN person p ON p.id = o.inviter
                WHERE o.room_id = i.room_id AND o.user_id = i.user_id AND o.state = 0
                    AND (o.at_ms < i.at_ms OR o.at_ms = i.at_ms AND o.inviter < i.inviter))
            \(which)
            """
        ) { columns throws(StoreError) in
            var invitation = try ShownInvitation(from: &columns)
            invitation.shown.by = try UserProfile(from: &columns)
            return invitation
        }
    }

    /// The invitations of a sender to the first group, by id, behind `room`, as the sender sees
    /// them.
    fileprivate static func invitations(by sender: User.ID, after room: Room.ID) -> Self {
        Query(
            """
            SELECT i.room_id, i.inviter, g.number, g.name, i.at_ms, a.username
            FROM room_invitation i JOIN room_group g ON g.room_id = i.room_id
            JOIN person a ON a.id = i.user_id
            WHERE i.inviter = \(sender) AND i.is_listed = 1 AND i.room_id = (
                SELECT min(f.room_id) FROM room_invitation f
                WHERE f.inviter = \(sender) AND f.is_listed = 1 AND f.room_id > \(room))
            ORDER BY a.username
            """
        ) { columns throws(StoreError) in
            var invitation = try ShownInvitation(from: &columns)
            invitation.shown.to = try columns.text()
            return invitation
        }
    }
}

extension ShownInvitation {
    /// Its room and sender, the number and the name of the group, and when it was sent.
    fileprivate init(from columns: inout Columns) throws(StoreError) {
        (room, sender) = (try columns.id(), try columns.id())
        shown = GroupInvitation()
        shown.room = RoomKey(group: try columns.count()).description
        shown.name = try columns.text()
        at = try columns.moment()
        shown.at = at.timestamp
    }
}

extension Invitations {
    /// The invitations that a user has.
    static func disclose(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let place = try RoomRecords.place(after, in: snapshot).room
        let page = try snapshot.all(
            .invitations(of: caller.user, after: place, limit: shownMax))
        return try records(of: page, mayGoOn: page.count == shownMax, in: snapshot)
    }

    /// The invitations that a member has sent, group by group.
    static func discloseSent(
        _ caller: Caller, _ after: String, _ snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let place = try RoomRecords.place(after, in: snapshot).room
        let page = try snapshot.all(.invitations(by: caller.user, after: place))
        return try records(of: page, mayGoOn: true, in: snapshot)
    }

    private static func records(
        of page: [ShownInvitation], mayGoOn: Bool, in snapshot: Snapshot
    ) throws(Refusal) -> (records: [ExportRecord], next: String?) {
        let records = page.map { invitation in
            var record = ExportRecord()
            record.groupInvitation = invitation.shown
            return record
        }
        guard mayGoOn, let last = page.last else { return (records, nil) }
        return (records, try RoomRecords.text(of: last.room, 0, in: snapshot))
    }
}
