import Kernel
import Wire

/// What others may know of a user: by the user's own choice, on all devices alike.
struct PrivacyCommands: Sendable {
    /// Run when a user has changed a choice.
    let observers: [AccountsFeature.DiscretionObserver]

    func read(
        _ command: PrivacyRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Privacy {
        Privacy(try AccountsFeature.discretion(of: caller.user, in: snapshot))
    }

    /// Hides, and shows nothing.
    @Sendable static func takesBack(_ command: PrivacySet) -> TakingBack {
        let shows =
            (command.hasInvisible && !command.invisible) || command.typing || command.receipts
            || command.circle || command.listed || command.invitations
        let hides =
            command.invisible || command.hasTyping || command.hasReceipts || command.hasCircle
            || command.hasListed || command.hasInvitations
        return .when(hides && !shows)
    }

    /// Changes what the command names. The user's own devices receive it, the hub obeys it, and no
    /// other user can tell that there is anything to know.
    func set(
        _ command: PrivacySet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Privacy {
        let old = try AccountsFeature.discretion(of: caller.user, in: transaction)
        let new = Discretion(
            isInvisible: command.hasInvisible ? command.invisible : old.isInvisible,
            sharesTyping: command.hasTyping ? command.typing : old.sharesTyping,
            sharesReceipts: command.hasReceipts ? command.receipts : old.sharesReceipts,
            postsOnCircle: command.hasCircle ? command.circle : old.postsOnCircle,
            isListed: command.hasListed ? command.listed : old.isListed,
            takesInvitations: command.hasInvitations
                ? command.invitations : old.takesInvitations)
        guard new != old else { return Privacy(old) }
        try transaction.run(
            """
            INSERT INTO privacy
                (user_id, is_invisible, shares_typing, shares_receipts, posts_on_circle,
                    is_listed, takes_invitations)
            VALUES (\(caller.user), \(new.isInvisible), \(new.sharesTyping),
                \(new.sharesReceipts), \(new.postsOnCircle), \(new.isListed),
                \(new.takesInvitations))
            ON CONFLICT (user_id) DO UPDATE SET is_invisible = excluded.is_invisible,
                shares_typing = excluded.shares_typing,
                shares_receipts = excluded.shares_receipts,
                posts_on_circle = excluded.posts_on_circle, is_listed = excluded.is_listed,
                takes_invitations = excluded.takes_invitations
            """)
        if new.isListed != old.isListed {
            try ListedPeople.list(caller, new.isListed, in: transaction)
        }
        for observer in observers { try observer(caller.user, (old, new), transaction) }
        var changed = PrivacyChanged()
        changed.privacy = Privacy(new)
        try transaction.deliver(.privacyChanged(changed), to: [caller.user])
        transaction.signal(.discretion(caller.user, new))
        return Privacy(new)
    }
}

extension Privacy {
    fileprivate init(_ discretion: Discretion) {
        self.init()
        invisible = discretion.isInvisible
        typing = discretion.sharesTyping
        receipts = discretion.sharesReceipts
        circle = discretion.postsOnCircle
        listed = discretion.isListed
        invitations = discretion.takesInvitations
    }
}

extension Query where Row == Discretion {
    /// What a user has chosen; no row until there was a choice.
    static func discretion(of user: User.ID) -> Self {
        Query(
            """
            SELECT is_invisible, shares_typing, shares_receipts, posts_on_circle, is_listed,
                takes_invitations
            FROM privacy WHERE user_id = \(user)
            """
        ) { columns throws(StoreError) in
            Discretion(
                isInvisible: try columns.flag(), sharesTyping: try columns.flag(),
                sharesReceipts: try columns.flag(), postsOnCircle: try columns.flag(),
                isListed: try columns.flag(), takesInvitations: try columns.flag())
        }
    }
}
