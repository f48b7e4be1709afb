import Kernel

/// What is kept of mail: letters until they have left, codes until they are used or over, and how
/// often was mailed.
enum MailSchema {
    static let migration = Migration(
        "mail.1",
        """
        CREATE TABLE letter (
            id {id},
            user_id BIGINT NOT NULL REFERENCES account (id),
            address TEXT NOT NULL,
            topic TEXT NOT NULL,
            body {blob} NOT NULL,
            made_ms BIGINT NOT NULL,
            due_ms BIGINT NOT NULL,
            attempts BIGINT NOT NULL
        );
        CREATE INDEX letter_due ON letter (due_ms);
        CREATE INDEX letter_made ON letter (made_ms);
        CREATE INDEX letter_of_user ON letter (user_id);
        CREATE TABLE mail_code (
            id {id},
            user_id BIGINT NOT NULL REFERENCES account (id),
            topic TEXT NOT NULL,
            address TEXT NOT NULL,
            hash {blob} NOT NULL,
            expires_ms BIGINT NOT NULL
        );
        CREATE INDEX mail_code_of_user ON mail_code (user_id);
        CREATE INDEX mail_code_expiry ON mail_code (expires_ms);
        CREATE TABLE mail_wish (
            id {id},
            login TEXT NOT NULL
        );
        CREATE TABLE mail_count (
            subject {blob} NOT NULL PRIMARY KEY,
            since_ms BIGINT NOT NULL,
            count BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX mail_count_since ON mail_count (since_ms);
        """)

    static let audits = [
        Audit(
            "an address that was confirmed opens the account that has it",
            breaches: """
                SELECT count(*) FROM account WHERE verified_ms IS NOT NULL AND email <> address
                """)
    ]

    /// How long a letter may wait at most, for any courier.
    static let lettersKept = Duration.seconds(7 * 86_400)
    /// How long is counted how often something was done.
    static let countsKept = Duration.seconds(3_600)

    /// Deletes what has expired.
    static func prune(in transaction: Transaction) throws(Refusal) {
        let now = transaction.now
        try transaction.run(
            """
            DELETE FROM letter WHERE id IN (
                SELECT id FROM letter
                WHERE made_ms <= \(now.advanced(by: .zero - lettersKept))
                ORDER BY made_ms LIMIT 200)
            """)
        try transaction.run(
            """
            DELETE FROM mail_code WHERE id IN (
                SELECT id FROM mail_code WHERE expires_ms <= \(now)
                ORDER BY expires_ms LIMIT 200)
            """)
        try transaction.run(
            """
            DELETE FROM mail_count WHERE subject IN (
                SELECT subject FROM mail_count
                WHERE since_ms <= \(now.advanced(by: .zero - countsKept))
                ORDER BY since_ms LIMIT 200)
            """)
    }

    /// Voids all codes of a user. Those that have not left no longer will.
    static func void(of user: User.ID, in transaction: Transaction) throws(Refusal) {
        try StoredCode.void(.verify, of: user, in: transaction)
        try StoredCode.void(.recover, of: user, in: transaction)
    }

    /// Deletes all mail about a user.
    static func forget(_ user: User.ID, in transaction: Transaction) throws(Refusal) {
        try transaction.run("DELETE FROM letter WHERE user_id = \(user)")
        try transaction.run("DELETE FROM mail_code WHERE user_id = \(user)")
    }
}
