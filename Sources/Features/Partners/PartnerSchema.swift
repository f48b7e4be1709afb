import Kernel

enum PartnerSchema {
    static let migrations = [tables, bonds, numbers, forms, places]

    /// The place of a meetup is deleted with it.
    private static let places = Migration(
        "partners.places",
        "UPDATE partnership SET place = '' WHERE status = 0 AND place <> '';")

    /// Numbers are drawn.
    private static let numbers = Migration("partners.numbers", "DROP TABLE partner_number;")

    /// Names have one form, and a place is accepted by its name.
    private static let forms = Migration(
        "partners.forms",
        """
        UPDATE speaker SET first_name = {nfc first_name}, last_name = {nfc last_name}
            WHERE first_name <> {nfc first_name} OR last_name <> {nfc last_name};
        UPDATE partnership SET place = {nfc place} WHERE place <> {nfc place};
        """)

    /// Partnerships are bonds, too.
    private static let bonds = Migration(
        "partners.2",
        """
        INSERT INTO bond (low, kind, high, since_ms)
            SELECT low, 1, high, since_ms FROM partnership;
        """)

    private static let tables = Migration(
        "partners.1",
        """
        CREATE TABLE speaker (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            number BIGINT NOT NULL UNIQUE,
            first_name TEXT NOT NULL,
            last_name TEXT NOT NULL,
            known TEXT NOT NULL,
            learn TEXT NOT NULL,
            bio TEXT NOT NULL,
            is_open BIGINT NOT NULL,
            draw BIGINT NOT NULL
        );
        CREATE INDEX speaker_draw ON speaker (known, learn, draw) WHERE is_open = 1;
        CREATE INDEX speaker_number ON speaker (known, learn, number) WHERE is_open = 1;
        CREATE TABLE partnership (
            number BIGINT NOT NULL PRIMARY KEY,
            low BIGINT NOT NULL REFERENCES account (id),
            high BIGINT NOT NULL REFERENCES account (id),
            first BIGINT NOT NULL,
            status BIGINT NOT NULL,
            at_ms BIGINT,
            place TEXT NOT NULL,
            version BIGINT NOT NULL,
            since_ms BIGINT NOT NULL,
            CHECK (low < high)
        );
        CREATE UNIQUE INDEX partnership_pair ON partnership (low, high);
        CREATE INDEX partnership_high ON partnership (high);
        CREATE INDEX partnership_due ON partnership (at_ms) WHERE at_ms IS NOT NULL;
        CREATE TABLE partner_rest (
            low BIGINT NOT NULL,
            high BIGINT NOT NULL,
            until_ms BIGINT NOT NULL,
            PRIMARY KEY (low, high)
        ) {clustered};
        CREATE INDEX partner_rest_high ON partner_rest (high);
        CREATE INDEX partner_rest_until ON partner_rest (until_ms);
        CREATE TABLE partner_number (
            kind TEXT NOT NULL PRIMARY KEY,
            last BIGINT NOT NULL
        ) {clustered};
        """)

    static let audits = [
        Audit(
            "who are partners have the bond of partners, and the other way round",
            breaches: """
                SELECT (SELECT count(*) FROM partnership p WHERE NOT EXISTS (SELECT 1 FROM bond b
                        WHERE b.low = p.low AND b.kind = 1 AND b.high = p.high))
                    + (SELECT count(*) FROM bond b WHERE b.kind = 1 AND NOT EXISTS
                        (SELECT 1 FROM partnership p WHERE p.low = b.low AND p.high = b.high))
                """),
        Audit(
            "a meetup has a time, and who has none has neither time nor place",
            breaches: """
                SELECT count(*) FROM partnership
                WHERE (status = 0) <> (at_ms IS NULL) OR (status = 0 AND place <> '')
                    OR status < 0 OR status > 3
                """),
        Audit(
            "partners have profiles, and one of them made the partnership",
            breaches: """
                SELECT count(*) FROM partnership p
                WHERE (SELECT count(*) FROM speaker s WHERE s.user_id IN (p.low, p.high)) <> 2
                    OR p.first NOT IN (p.low, p.high)
                """),
    ]
}
