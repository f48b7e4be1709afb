import Kernel

enum PlaceSchema {
    /// The name of the audience of check-ins, as activities have theirs.
    static let audience = "@place"

    /// `place` has the latest check-in of each user, while it is a marker: all that a map needs,
    /// so that a friend's marker is one look-up. `checkin` has all that are kept, for those who
    /// made them; one is known by the moment at which it was made, and no two of a user have the
    /// same.
    static let migrations = [first, cleared, files, repeats]

    private static let first = Migration(
        "places.1",
        """
        CREATE TABLE checkin (
            user_id BIGINT NOT NULL REFERENCES account (id),
            at_ms BIGINT NOT NULL,
            lat_e7 BIGINT NOT NULL,
            lon_e7 BIGINT NOT NULL,
            body TEXT NOT NULL,
            sticker TEXT NOT NULL,
            activity TEXT NOT NULL,
            picture TEXT NOT NULL,
            expires_ms BIGINT NOT NULL,
            forget_ms BIGINT NOT NULL,
            PRIMARY KEY (user_id, at_ms)
        ) {clustered};
        CREATE INDEX checkin_forget ON checkin (forget_ms);
        CREATE TABLE place (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            at_ms BIGINT NOT NULL,
            lat_e7 BIGINT NOT NULL,
            lon_e7 BIGINT NOT NULL,
            body TEXT NOT NULL,
            sticker TEXT NOT NULL,
            activity TEXT NOT NULL,
            picture TEXT NOT NULL,
            expires_ms BIGINT NOT NULL
        ) {clustered};
        CREATE INDEX place_due ON place (expires_ms);
        CREATE TABLE checkin_picture (
            name TEXT NOT NULL PRIMARY KEY,
            user_id BIGINT NOT NULL REFERENCES account (id),
            checkin_ms BIGINT NOT NULL,
            unused_ms BIGINT,
            bytes {blob} NOT NULL
        );
        CREATE INDEX checkin_picture_of ON checkin_picture (user_id, checkin_ms);
        CREATE INDEX checkin_picture_unused ON checkin_picture (unused_ms)
            WHERE unused_ms IS NOT NULL;
        """)

    /// Users whose history was cleared and is not deleted yet: check-ins up to `upto_ms` are
    /// hidden.
    private static let cleared = Migration(
        "places.2",
        """
        CREATE TABLE checkin_cleared (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            upto_ms BIGINT NOT NULL
        ) {clustered};
        """)

    /// The bytes are in the store of files; "bytes" is empty once they have been moved there.
    private static let files = Migration(
        "places.3", "ALTER TABLE checkin_picture ADD COLUMN file TEXT NOT NULL DEFAULT '';")

    /// An upload that is repeated has one effect.
    private static let repeats = Migration(
        "places.4",
        """
        ALTER TABLE checkin_picture ADD COLUMN cid TEXT NOT NULL DEFAULT '';
        CREATE INDEX checkin_picture_cid ON checkin_picture (user_id, cid) WHERE cid <> '';
        """)

    static let audits = [
        Audit(
            "a marker is a check-in that is kept",
            breaches: """
                SELECT count(*) FROM place p WHERE NOT EXISTS (
                    SELECT 1 FROM checkin c WHERE c.user_id = p.user_id AND c.at_ms = p.at_ms
                        AND c.lat_e7 = p.lat_e7 AND c.lon_e7 = p.lon_e7 AND c.body = p.body
                        AND c.picture = p.picture AND c.expires_ms = p.expires_ms)
                """),
        Audit(
            "a check-in is on earth, and a marker before it is forgotten",
            breaches: """
                SELECT count(*) FROM checkin
                WHERE lat_e7 NOT BETWEEN -900000000 AND 900000000
                    OR lon_e7 NOT BETWEEN -1800000000 AND 1800000000
                    OR forget_ms < expires_ms
                """),
        Audit(
            "a check-in has the picture that it names, and no other has it",
            breaches: """
                SELECT (SELECT count(*) FROM checkin c WHERE c.picture <> '' AND NOT EXISTS (
                        SELECT 1 FROM checkin_picture p WHERE p.name = c.picture
                            AND p.user_id = c.user_id AND p.checkin_ms = c.at_ms))
                    + (SELECT count(*) FROM checkin_picture p
                        WHERE p.unused_ms IS NULL AND NOT EXISTS (
                            SELECT 1 FROM checkin c WHERE c.user_id = p.user_id
                                AND c.at_ms = p.checkin_ms AND c.picture = p.name))
                """),
    ]
}
