import Kernel

enum TeamSchema {
    /// The bytes are in the store of files; "bytes" is empty once they have been moved there.
    static let files = Migration(
        "teams.files",
        """
        ALTER TABLE team_picture ADD COLUMN file TEXT NOT NULL DEFAULT '';
        ALTER TABLE team_document ADD COLUMN file TEXT NOT NULL DEFAULT '';
        """)

    /// Possible teammates, and gatherings. Persons are known by the numbers of their profiles: a
    /// deleted profile has no user, and stays until nothing refers to it.
    static let migrations = [
        Migration(
            "teams.1",
            """
            CREATE TABLE team_person (
                number BIGINT NOT NULL PRIMARY KEY,
                user_id BIGINT UNIQUE REFERENCES account (id),
                skills TEXT NOT NULL,
                body TEXT NOT NULL,
                contact TEXT NOT NULL,
                picture TEXT NOT NULL,
                more TEXT NOT NULL,
                is_open BIGINT NOT NULL
            );
            CREATE INDEX team_person_gone ON team_person (number) WHERE user_id IS NULL;
            CREATE TABLE gathering (
                number BIGINT NOT NULL PRIMARY KEY,
                title TEXT NOT NULL,
                body TEXT NOT NULL,
                place TEXT NOT NULL,
                lat_bits BIGINT,
                lon_bits BIGINT,
                lat_e7 BIGINT,
                lon_e7 BIGINT,
                cell BIGINT,
                starts_ms BIGINT NOT NULL,
                ends_ms BIGINT NOT NULL,
                picture TEXT NOT NULL,
                more TEXT NOT NULL,
                attendees BIGINT NOT NULL,
                projects BIGINT NOT NULL,
                is_gone BIGINT NOT NULL
            );
            CREATE INDEX gathering_cell ON gathering (cell, ends_ms) WHERE cell IS NOT NULL;
            CREATE INDEX gathering_starts ON gathering (starts_ms, number);
            CREATE INDEX gathering_ends ON gathering (ends_ms) WHERE cell IS NOT NULL;
            CREATE INDEX gathering_gone ON gathering (number) WHERE is_gone = 1;
            CREATE TABLE team_attendance (
                gathering BIGINT NOT NULL REFERENCES gathering (number),
                person BIGINT NOT NULL REFERENCES team_person (number),
                role BIGINT NOT NULL,
                PRIMARY KEY (gathering, person)
            ) {clustered};
            CREATE INDEX team_attendance_person ON team_attendance (person, gathering);
            CREATE TABLE team_project (
                number BIGINT NOT NULL PRIMARY KEY,
                gathering BIGINT NOT NULL REFERENCES gathering (number),
                title TEXT NOT NULL,
                body TEXT NOT NULL,
                capacity BIGINT NOT NULL,
                size BIGINT NOT NULL,
                skills TEXT NOT NULL,
                picture TEXT NOT NULL,
                more TEXT NOT NULL,
                is_gone BIGINT NOT NULL
            );
            CREATE INDEX team_project_gathering ON team_project (gathering, number);
            CREATE INDEX team_project_gone ON team_project (number) WHERE is_gone = 1;
            CREATE TABLE team_number (
                kind TEXT NOT NULL PRIMARY KEY,
                last BIGINT NOT NULL
            ) {clustered};
            """),
        Migration(
            "teams.2",
            """
            CREATE TABLE team_member (
                project BIGINT NOT NULL REFERENCES team_project (number),
                person BIGINT NOT NULL REFERENCES team_person (number),
                role BIGINT NOT NULL,
                is_founder BIGINT NOT NULL,
                since_ms BIGINT NOT NULL,
                PRIMARY KEY (project, person)
            ) {clustered};
            CREATE INDEX team_member_person ON team_member (person, project);
            CREATE TABLE team_swipe (
                project BIGINT NOT NULL REFERENCES team_project (number),
                person BIGINT NOT NULL REFERENCES team_person (number),
                by_project BIGINT NOT NULL,
                way BIGINT NOT NULL,
                changes BIGINT NOT NULL,
                at_ms BIGINT NOT NULL,
                waits_ms BIGINT,
                PRIMARY KEY (project, person, by_project)
            ) {clustered};
            CREATE INDEX team_swipe_person ON team_swipe (person, by_project, at_ms, project);
            CREATE INDEX team_swipe_project ON team_swipe (project, by_project, at_ms, person);
            CREATE INDEX team_swipe_waiting ON team_swipe (project, waits_ms)
                WHERE waits_ms IS NOT NULL;
            CREATE TABLE team_skill (
                gathering BIGINT NOT NULL,
                side BIGINT NOT NULL,
                skill TEXT NOT NULL,
                subject BIGINT NOT NULL,
                PRIMARY KEY (gathering, side, skill, subject)
            ) {clustered};
            CREATE INDEX team_skill_subject ON team_skill (subject, side, gathering);
            """),
        // is_listed: it is neither gone nor ended for long, so that a search may find it.
        Migration(
            "teams.listed",
            """
            ALTER TABLE gathering ADD COLUMN is_listed BIGINT NOT NULL DEFAULT 1;
            UPDATE gathering SET is_listed = 0 WHERE is_gone = 1;
            DROP INDEX gathering_starts;
            DROP INDEX gathering_ends;
            CREATE INDEX gathering_listed ON gathering (starts_ms, number) WHERE is_listed = 1;
            CREATE INDEX gathering_ending ON gathering (ends_ms) WHERE is_listed = 1;
            """),
        // company: what an attendee with that role represents; empty with any other role.
        Migration(
            "teams.roles",
            "ALTER TABLE team_attendance ADD COLUMN company TEXT NOT NULL DEFAULT '';"),
        // Numbers are drawn at random and have no order; earlier ones have the order in which they
        // were counted.
        Migration(
            "teams.numbers",
            """
            DROP TABLE team_number;
            ALTER TABLE gathering ADD COLUMN made_ms BIGINT NOT NULL DEFAULT 0;
            UPDATE gathering SET made_ms = number;
            ALTER TABLE team_project ADD COLUMN made_ms BIGINT NOT NULL DEFAULT 0;
            UPDATE team_project SET made_ms = number;
            CREATE INDEX team_project_made ON team_project (gathering, made_ms, number);
            """),
        Migration(
            "teams.forms",
            """
            UPDATE gathering SET title = {nfc title}, place = {nfc place}
                WHERE title <> {nfc title} OR place <> {nfc place};
            UPDATE team_project SET title = {nfc title} WHERE title <> {nfc title};
            UPDATE team_person SET contact = {nfc contact} WHERE contact <> {nfc contact};
            UPDATE team_attendance SET company = {nfc company} WHERE company <> {nfc company};
            """),
    ]

    static let audits = [
        Audit(
            "no project has more members than its capacity, and each knows how many it has",
            breaches: """
                SELECT count(*) FROM team_project p
                WHERE p.size > p.capacity OR p.size <> (
                    SELECT count(*) FROM team_member m WHERE m.project = p.number)
                """),
        Audit(
            "who joined a project swiped it to the right, and was swiped to the right by it",
            breaches: """
                SELECT count(*) FROM team_member m WHERE m.is_founder = 0 AND (
                    SELECT count(*) FROM team_swipe s
                    WHERE s.project = m.project AND s.person = m.person AND s.way = 1) <> 2
                """),
        Audit(
            "members of a project attend its gathering, and one of them is its owner",
            breaches: """
                SELECT count(*) FROM team_project p WHERE p.is_gone = 0 AND (
                    (SELECT count(*) FROM team_member m
                        WHERE m.project = p.number AND m.role = 3) <> 1
                    OR EXISTS (
                        SELECT 1 FROM team_member m WHERE m.project = p.number AND NOT EXISTS (
                            SELECT 1 FROM team_attendance a
                            WHERE a.gathering = p.gathering AND a.person = m.person)))
                """),
        Audit(
            "a gathering has a planner, and knows how many attend it",
            breaches: """
                SELECT count(*) FROM gathering g WHERE g.is_gone = 0 AND (
                    g.attendees <> (
                        SELECT count(*) FROM team_attendance a WHERE a.gathering = g.number)
                    OR NOT EXISTS (
                        SELECT 1 FROM team_attendance a
                        WHERE a.gathering = g.number AND a.role = 2))
                """),
        Audit(
            "companies, and nobody else at a gathering, have the name of one",
            breaches: """
                SELECT count(*) FROM team_attendance
                WHERE (role = 4 AND company = '') OR (role <> 4 AND company <> '')
                """),
        Audit(
            "who waits for a place was swiped to the right from both sides, and is no member",
            breaches: """
                SELECT count(*) FROM team_swipe s WHERE s.waits_ms IS NOT NULL AND (
                    s.by_project = 1
                    OR (SELECT count(*) FROM team_swipe o
                        WHERE o.project = s.project AND o.person = s.person AND o.way = 1) <> 2
                    OR EXISTS (
                        SELECT 1 FROM team_member m
                        WHERE m.project = s.project AND m.person = s.person))
                """),
    ]
}

extension Query where Row == Int64 {
    /// One whole number a row.
    static func number(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in try columns.integer() }
    }
}

extension Query where Row == UInt32 {
    /// One number of a profile, a project or a gathering a row.
    static func count(_ sql: SQL) -> Self {
        Query(sql) { columns throws(StoreError) in try columns.count() }
    }
}

extension SQL {
    /// Values with commas between, for `IN`: nothing is in an empty list.
    static func list(_ values: [SQL]) -> SQL {
        guard var list = values.first else { return "NULL" }
        for value in values.dropFirst() { list = "\(list), \(value)" }
        return list
    }
}

/// Where a page of gatherings or projects ends, the newest first.
struct TeamPlace: Sendable {
    /// Before everything.
    static let first = TeamPlace(made: .max, number: .max)

    let made: Int64
    let number: UInt32

    private init(made: Int64, number: UInt32) { (self.made, self.number) = (made, number) }

    /// - Parameters:
    ///   - number: the last of the page before; 0: there was none.
    ///   - rows: among which it has to be, with its number and the time at which it was made.
    /// - Throws: `.invalidField` for a number that no longer exists, or never did.
    init(behind number: UInt32, in rows: SQL, _ snapshot: Snapshot) throws(Refusal) {
        guard number > 0 else {
            self = .first
            return
        }
        let query = Query<Int64>.number("SELECT made_ms FROM \(rows) AND number = \(number)")
        guard let made = try snapshot.first(query) else { throw .noPage }
        self.init(made: made, number: number)
    }
}
