import Kernel

enum ReportSchema {
    /// A `report_case` has all reports about one subject until it is decided: a user (kind 0), a
    /// message (1, by room and seq), a post (2, by its id). A `report` is what one user said about
    /// it, with a copy of what it said then.
    static let migrations = [
        Migration(
            "reports.1",
            """
            CREATE TABLE report_case (
                id {id},
                subject BIGINT NOT NULL REFERENCES account (id),
                kind BIGINT NOT NULL,
                place BIGINT NOT NULL,
                seq BIGINT NOT NULL,
                opened_ms BIGINT NOT NULL,
                action BIGINT NOT NULL DEFAULT 0,
                reason TEXT NOT NULL DEFAULT '',
                note TEXT NOT NULL DEFAULT '',
                decided_ms BIGINT,
                until_ms BIGINT
            );
            CREATE UNIQUE INDEX report_case_open ON report_case (subject, kind, place, seq)
                WHERE decided_ms IS NULL;
            CREATE INDEX report_case_pending ON report_case (id) WHERE decided_ms IS NULL;
            CREATE INDEX report_case_subject ON report_case (subject, id);
            CREATE INDEX report_case_decided ON report_case (decided_ms)
                WHERE decided_ms IS NOT NULL;
            CREATE TABLE report (
                case_id BIGINT NOT NULL REFERENCES report_case (id),
                reporter BIGINT NOT NULL REFERENCES account (id),
                reason BIGINT NOT NULL,
                body TEXT NOT NULL,
                evidence TEXT NOT NULL,
                at_ms BIGINT NOT NULL,
                PRIMARY KEY (case_id, reporter)
            ) {clustered};
            CREATE INDEX report_reporter ON report (reporter, case_id);
            """),
        // What is left of a report when its reporter leaves: without name and text.
        Migration(
            "reports.2",
            """
            CREATE TABLE report_left (
                id {id},
                case_id BIGINT NOT NULL REFERENCES report_case (id),
                reason BIGINT NOT NULL,
                evidence TEXT NOT NULL,
                at_ms BIGINT NOT NULL
            );
            CREATE INDEX report_left_case ON report_left (case_id, id);
            """),
        // What a message said before its edits. at_ms: when an edit replaced it.
        Migration(
            "reports.3",
            """
            CREATE TABLE report_earlier (
                case_id BIGINT NOT NULL REFERENCES report_case (id),
                at_ms BIGINT NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (case_id, at_ms)
            ) {clustered};
            """),
    ]
}
