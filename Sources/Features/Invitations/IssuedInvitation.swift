import Accounts
import Friends
import Kernel
import Wire

/// An invitation as it is stored. Of its code only a hash is: a reader of the data, or of a backup,
/// cannot use it.
struct IssuedInvitation: Sendable {
    let id: Identifier<IssuedInvitation>
    let number: UInt32
    /// Nil: the server's operator.
    let inviter: User.ID?
    let made: Moment
    let expires: Moment
    let usesMax: UInt32
    let used: UInt32
    /// Whether the inviter decides about each user who accepts.
    let asks: Bool
    /// Empty: none.
    let activity: String
    let shows: InvitationShows

    /// As its inviter sees it.
    var shown: PersonalInvitation {
        var shown = PersonalInvitation()
        shown.number = number
        (shown.at, shown.expiresAt) = (made.timestamp, expires.timestamp)
        (shown.uses, shown.used) = (usesMax, used)
        guard inviter != nil else { return shown }
        (shown.request, shown.activity, shown.shows) = (asks, activity, shows)
        return shown
    }
}

extension IssuedInvitation {
    /// Deletes an invitation: its code is as unknown as any other.
    ///
    /// - Throws: `.notFound` if the inviter has none of this number.
    static func revoke(
        _ number: UInt32, of inviter: User.ID?, in transaction: Transaction
    ) throws(Refusal) {
        guard let found = try transaction.first(.invitation(number: number, by: inviter)) else {
            throw Refusal(.notFound, field: "number", "no such invitation")
        }
        try transaction.run("DELETE FROM invitation WHERE id = \(found.id)")
    }

    /// Deletes some invitations that have expired, and their uses.
    ///
    /// - Returns: whether any may be left.
    static func expire(in transaction: Transaction) throws(Refusal) -> Bool {
        let expired: SQL = "SELECT id FROM invitation WHERE expires_ms <= \(transaction.now)"
        guard try deleteUses("invitation_id IN (\(expired))", in: transaction) else { return true }
        let count = try transaction.rowsChanged(
            """
            DELETE FROM invitation WHERE id IN (
                \(expired) ORDER BY expires_ms LIMIT \(batchCount))
            """)
        return count >= batchCount
    }

    /// Deletes some of what a departed user has used, and of the user's own invitations.
    ///
    /// - Returns: whether nothing is left.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) -> Bool {
        let own: SQL = "SELECT id FROM invitation WHERE inviter = \(user)"
        let isDone = try deleteUses(
            "user_id = \(user) OR invitation_id IN (\(own))", in: transaction)
        guard isDone else { return false }
        try transaction.run("DELETE FROM invitation WHERE inviter = \(user)")
        return true
    }

    /// Most rows that one step deletes.
    private static let batchCount: Int64 = 200

    /// - Returns: whether none is left.
    private static func deleteUses(
        _ which: SQL, in transaction: Transaction
    ) throws(Refusal) -> Bool {
        let count = try transaction.rowsChanged(
            """
            DELETE FROM invitation_use WHERE (invitation_id, user_id) IN (
                SELECT invitation_id, user_id FROM invitation_use
                WHERE \(which) LIMIT \(batchCount))
            """)
        return count < batchCount
    }
}

/// An invitation that a guest may use now.
struct ValidInvitation: Sendable {
    let issued: IssuedInvitation
    /// `.nobody` for one of the server's operator.
    let inviter: Account
    /// Whether the guest has used it before.
    let isUsed: Bool

    /// Finds the invitation with a code, if the guest may use it.
    ///
    /// The statements are the same for every code: neither the answer nor its time distinguishes
    /// one that is unknown from one that has expired, was used up or revoked, or whose inviter has
    /// blocked the guest.
    ///
    /// - Parameters:
    ///   - code: of any form.
    ///   - guest: nil: a visitor.
    init?(_ code: String, for guest: User.ID?, in snapshot: Snapshot) throws(Refusal) {
        let guest = guest ?? .nobody
        let hash = SecretText(presented: code).hash
        let found = try snapshot.first(.invitation(codeHash: hash))
        let host = found?.inviter ?? .nobody
        let account = try snapshot.first(.account(of: host)) ?? .nobody
        let isBanned = try AccountsFeature.isBanned(host, in: snapshot)
        let isUnwelcome = try BlockRules.exists(by: host, of: guest, in: snapshot)
        let isUnwanted = try BlockRules.exists(by: guest, of: host, in: snapshot)
        let uses = try snapshot.first(.uses(of: found?.id ?? 0, by: guest)) ?? 0
        guard let found, found.expires > snapshot.now, uses > 0 || found.used < found.usesMax,
            !isUnwelcome, !isUnwanted, !isBanned
        else { return nil }
        // A user who has left has no display name any more.
        guard found.inviter == nil || !account.displayName.isEmpty else { return nil }
        (issued, inviter, isUsed) = (found, account, uses > 0)
    }

    /// Counts a use.
    ///
    /// - Throws: `.notFound` if others have used it up meanwhile.
    func use(by guest: User.ID, field: String, in transaction: Transaction) throws(Refusal) {
        let isLeft = try transaction.rowsChanged(
            "UPDATE invitation SET used = used + 1 WHERE id = \(issued.id) AND used < uses_max")
        guard isLeft > 0 else { throw .noSuchInvitation(field: field) }
        try transaction.run(
            """
            INSERT INTO invitation_use (invitation_id, user_id) VALUES (\(issued.id), \(guest))
            """)
    }
}

extension Refusal {
    static func noSuchInvitation(field: String) -> Refusal {
        Refusal(.notFound, field: field, "this invitation is not valid, or no longer")
    }
}

enum InvitationSchema {
    /// A use is that of one user, and is counted in its invitation, too: the count stays when the
    /// user leaves.
    static let migrations = [
        Migration(
            "invitations.1",
            """
            CREATE TABLE invitation (
                id {id},
                number BIGINT NOT NULL UNIQUE,
                inviter BIGINT REFERENCES account (id),
                code_hash {blob} NOT NULL UNIQUE,
                made_ms BIGINT NOT NULL,
                expires_ms BIGINT NOT NULL,
                uses_max BIGINT NOT NULL,
                used BIGINT NOT NULL,
                asks BIGINT NOT NULL,
                activity TEXT NOT NULL,
                shows_name BIGINT NOT NULL,
                shows_picture BIGINT NOT NULL,
                shows_username BIGINT NOT NULL
            );
            CREATE INDEX invitation_inviter ON invitation (inviter, made_ms);
            CREATE INDEX invitation_expiry ON invitation (expires_ms);
            CREATE TABLE invitation_use (
                invitation_id BIGINT NOT NULL REFERENCES invitation (id) ON DELETE CASCADE,
                user_id BIGINT NOT NULL REFERENCES account (id),
                PRIMARY KEY (invitation_id, user_id)
            ) {clustered};
            CREATE INDEX invitation_use_user ON invitation_use (user_id);
            """)
    ]

    static let audits = [
        Audit(
            "an invitation is used no more often than it may be",
            breaches: "SELECT count(*) FROM invitation WHERE used > uses_max"),
        Audit(
            "every use of an invitation is counted",
            breaches: """
                SELECT count(*) FROM invitation i WHERE i.used < (
                    SELECT count(*) FROM invitation_use u WHERE u.invitation_id = i.id)
                """),
    ]
}

extension Query where Row == IssuedInvitation {
    fileprivate static func invitation(codeHash: [UInt8]) -> Self {
        invitations("WHERE code_hash = \(codeHash)")
    }

    /// - Parameter inviter: nil: the operator.
    static func invitation(number: UInt32, by inviter: User.ID?) -> Self {
        invitations("WHERE number = \(number) AND \(isBy(inviter))")
    }

    /// All of an inviter, newest first.
    static func invitations(by inviter: User.ID?) -> Self {
        invitations("WHERE \(isBy(inviter)) ORDER BY made_ms DESC, id DESC")
    }

    private static func isBy(_ inviter: User.ID?) -> SQL {
        inviter.map { "inviter = \($0)" } ?? "inviter IS NULL"
    }

    private static func invitations(_ which: SQL) -> Self {
        Query(
            """
            SELECT id, number, inviter, made_ms, expires_ms, uses_max, used, asks, activity,
                shows_name, shows_picture, shows_username
            FROM invitation \(which)
            """
        ) { columns throws(StoreError) in
            let (id, number): (Identifier<IssuedInvitation>, UInt32) = (
                try columns.id(), try columns.count()
            )
            let inviter = try columns.optionalInteger().map(User.ID.init(rawValue:))
            let (made, expires) = (try columns.moment(), try columns.moment())
            let (usesMax, used) = (try columns.count(), try columns.count())
            let (asks, activity) = (try columns.flag(), try columns.text())
            var shows = InvitationShows()
            shows.name = try columns.flag()
            shows.picture = try columns.flag()
            shows.username = try columns.flag()
            return IssuedInvitation(
                id: id, number: number, inviter: inviter, made: made, expires: expires,
                usesMax: usesMax, used: used, asks: asks, activity: activity, shows: shows)
        }
    }
}

extension Query where Row == Int64 {
    /// How often a user has used an invitation: at most once.
    fileprivate static func uses(
        of invitation: Identifier<IssuedInvitation>, by user: User.ID
    ) -> Self {
        Query(
            """
            SELECT count(*) FROM invitation_use
            WHERE invitation_id = \(invitation) AND user_id = \(user)
            """
        ) { columns throws(StoreError) in try columns.integer() }
    }
}
