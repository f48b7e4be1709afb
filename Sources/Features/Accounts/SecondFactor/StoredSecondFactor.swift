import Kernel
import Wire

/// An account's second factor, as it is stored. A user who has never begun with one has no row.
struct StoredSecondFactor: Sendable {
    /// How long there is to confirm one that was begun.
    static let draftLifetime = Duration.seconds(900)

    /// Nil: log-ins need no code.
    let secret: AuthenticatorSecret?
    /// When it was confirmed.
    let since: Moment
    /// The last one whose code was used.
    let spent: TimeStep
    /// What was begun and is not confirmed, whether its time is over or not.
    let draft: AuthenticatorSecret?
    let draftExpires: Moment

    static let migration = Migration(
        "accounts.second-factor",
        """
        CREATE TABLE second_factor (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            secret {blob} NOT NULL,
            since_ms BIGINT NOT NULL,
            spent_step BIGINT NOT NULL,
            draft {blob} NOT NULL,
            draft_expires_ms BIGINT NOT NULL
        ) {clustered};
        CREATE TABLE recovery_code (
            user_id BIGINT NOT NULL REFERENCES account (id),
            hash {blob} NOT NULL,
            PRIMARY KEY (user_id, hash)
        ) {clustered};
        ALTER TABLE token ADD COLUMN proven_ms BIGINT NOT NULL DEFAULT 0;
        """)

    static let audits = [
        Audit(
            "who has recovery codes has a second factor",
            breaches: """
                SELECT count(*) FROM recovery_code r LEFT JOIN second_factor s
                    ON s.user_id = r.user_id AND length(s.secret) > 0
                WHERE s.user_id IS NULL
                """)
    ]

    /// Notes what was begun; one that is in use stays.
    static func begin(
        _ draft: AuthenticatorSecret, until end: Moment, of user: User.ID,
        in transaction: Transaction
    ) throws(Refusal) {
        let none: [UInt8] = []
        try transaction.run(
            """
            INSERT INTO second_factor
                (user_id, secret, since_ms, spent_step, draft, draft_expires_ms)
            VALUES (\(user), \(none), \(transaction.now), 0, \(draft.bytes), \(end))
            ON CONFLICT (user_id) DO UPDATE SET draft = excluded.draft,
                draft_expires_ms = excluded.draft_expires_ms
            """)
    }

    /// What was begun is in use from now on; the code that confirmed it is spent.
    static func set(
        _ secret: AuthenticatorSecret, spent step: TimeStep, of user: User.ID,
        in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            """
            UPDATE second_factor SET secret = \(secret.bytes), since_ms = \(transaction.now),
                spent_step = \(step.number)
            WHERE user_id = \(user)
            """)
        try dropDraft(of: user, in: transaction)
    }

    /// Drops a second factor that was begun and is not confirmed. A new password calls this, too: a
    /// thief who knew the old one may have begun it.
    static func dropDraft(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        let none: [UInt8] = []
        try transaction.run("UPDATE second_factor SET draft = \(none) WHERE user_id = \(user)")
    }

    /// The code of a step was used.
    static func spend(
        _ step: TimeStep, of user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        try transaction.run(
            "UPDATE second_factor SET spent_step = \(step.number) WHERE user_id = \(user)")
    }

    /// Deletes the second factor of a user: log-ins no longer need a code.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try RecoveryCode.void(of: user, in: transaction)
        try transaction.run("DELETE FROM second_factor WHERE user_id = \(user)")
    }
}

extension Query where Row == StoredSecondFactor {
    static func secondFactor(of user: User.ID) -> Self {
        Query(
            """
            SELECT secret, since_ms, spent_step, draft, draft_expires_ms FROM second_factor
            WHERE user_id = \(user)
            """
        ) { columns throws(StoreError) in
            let secret = try columns.blob()
            let (since, spent) = (try columns.moment(), try columns.integer())
            let draft = try columns.blob()
            return StoredSecondFactor(
                secret: secret.isEmpty ? nil : AuthenticatorSecret(secret), since: since,
                spent: TimeStep(number: spent),
                draft: draft.isEmpty ? nil : AuthenticatorSecret(draft),
                draftExpires: try columns.moment())
        }
    }
}

extension SecondFactor {
    /// Whether log-ins of a user need a code.
    init(of user: User.ID, in snapshot: Snapshot) throws(Refusal) {
        self.init()
        on = false
        guard let stored = try snapshot.first(.secondFactor(of: user)), stored.secret != nil
        else { return }
        on = true
        since = stored.since.timestamp
        let count = Query<Int64>("SELECT count(*) FROM recovery_code WHERE user_id = \(user)") {
            columns throws(StoreError) in try columns.integer()
        }
        recoveryCodes = UInt32(clamping: try snapshot.first(count) ?? 0)
    }
}
