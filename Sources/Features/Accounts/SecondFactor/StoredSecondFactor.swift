import Kernel
import Wire

/// An account's second factor, as it is stored. A user who has never begun with one has no row.
struct StoredSecondFactor: Sendable {
    /// How long there is to confirm one that was begun.
    static let draftLifetime = Duration.seconds(900)

    /// Nil: there is no authenticator.
    let secret: AuthenticatorSecret?
    /// Whether passkeys are demanded where there is no authenticator.
    let takesPasskeys: Bool
    /// Since when it is on.
    let since: Moment
    /// The last one whose code was used.
    let spent: TimeStep
    /// What was begun and is not confirmed, whether its time is over or not.
    let draft: AuthenticatorSecret?
    let draftExpires: Moment

    /// Whether log-ins need more than a password.
    var isOn: Bool { secret != nil || takesPasskeys }

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
                    ON s.user_id = r.user_id AND (length(s.secret) > 0 OR s.takes_passkeys = 1)
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

    /// Passkeys are a second factor from now on.
    static func takePasskeys(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        let none: [UInt8] = []
        try transaction.run(
            """
            INSERT INTO second_factor
                (user_id, secret, since_ms, spent_step, draft, draft_expires_ms, takes_passkeys)
            VALUES (\(user), \(none), \(transaction.now), 0, \(none), 0, 1)
            ON CONFLICT (user_id) DO UPDATE SET since_ms = excluded.since_ms, takes_passkeys = 1
            """)
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
            SELECT secret, since_ms, spent_step, draft, draft_expires_ms, takes_passkeys
            FROM second_factor WHERE user_id = \(user)
            """
        ) { columns throws(StoreError) in
            let secret = try columns.blob()
            let (since, spent) = (try columns.moment(), try columns.integer())
            let (draft, expires) = (try columns.blob(), try columns.moment())
            return StoredSecondFactor(
                secret: secret.isEmpty ? nil : AuthenticatorSecret(secret),
                takesPasskeys: try columns.integer() != 0, since: since,
                spent: TimeStep(number: spent),
                draft: draft.isEmpty ? nil : AuthenticatorSecret(draft), draftExpires: expires)
        }
    }
}

extension SecondFactor {
    /// Whether log-ins of a user need a code or a passkey.
    init(of user: User.ID, in snapshot: Snapshot) throws(Refusal) {
        self.init()
        on = false
        guard let stored = try snapshot.first(.secondFactor(of: user)), stored.isOn else { return }
        on = true
        if stored.takesPasskeys { passkeys = true }
        since = stored.since.timestamp
        let count = Query<Int64>("SELECT count(*) FROM recovery_code WHERE user_id = \(user)") {
            columns throws(StoreError) in try columns.integer()
        }
        recoveryCodes = UInt32(clamping: try snapshot.first(count) ?? 0)
    }
}
