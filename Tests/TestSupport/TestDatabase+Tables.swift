extension TestDatabase {
    /// Keeps a copy of all rows of a schema, in another one beside it.
    static func remember(_ schema: String) throws(Failure) {
        try run("CREATE SCHEMA \(schema)_start", at: quietServer)
        try run(
            forEachTable(
                of: schema,
                """
                EXECUTE format('SELECT count(*) FROM \(schema).%I', t) INTO rows;
                IF rows > 0 THEN
                    EXECUTE format('CREATE TABLE \(schema)_start.%I AS TABLE \(schema).%I', t, t);
                END IF;
                """), at: quietServer)
    }

    /// Brings a schema back to the rows that were kept.
    static func restore(_ schema: String) throws(Failure) {
        try run(
            forEachTable(
                of: schema,
                """
                EXECUTE format('DELETE FROM \(schema).%I', t);
                IF to_regclass(format('\(schema)_start.%I', t)) IS NOT NULL THEN
                    EXECUTE format(
                        'INSERT INTO \(schema).%I OVERRIDING SYSTEM VALUE TABLE \(schema)_start.%I',
                        t, t);
                END IF;
                """), at: quietServer)
    }

    /// Does something with each table, `t`; no rule between tables is looked at.
    private static func forEachTable(of schema: String, _ body: String) -> String {
        """
        DO $$ DECLARE t TEXT; rows BIGINT; BEGIN
            SET LOCAL session_replication_role = replica;
            FOR t IN SELECT relname FROM pg_class
                WHERE relnamespace = '\(schema)'::regnamespace AND relkind = 'r'
            LOOP
                \(body)
            END LOOP;
        END $$
        """
    }
}
