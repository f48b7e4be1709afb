package import Kernel

/// The id beyond which none was ever made, as it is stored.
///
/// Ids are made from the clock; one that was set back while the daemon was away must not make
/// an id a second time, not even one whose row is long gone. The mark runs ahead of the ids, so
/// that it is written once a second at most.
package struct IdentifierMark {
    /// Its table; after the one of events.
    package static let migration = Migration(
        "store.1",
        """
        CREATE TABLE id_mark (mark BIGINT NOT NULL);
        INSERT INTO id_mark (mark) SELECT coalesce(max(id), 0) FROM event;
        """)
    /// What is so in all data.
    package static let audit = Audit(
        "the ids that were made are known",
        breaches: """
            SELECT (SELECT count(*) FROM event WHERE id > (SELECT max(mark) FROM id_mark))
                + (SELECT abs(count(*) - 1) FROM id_mark)
            """)
    static let stored = Query<Int64>("SELECT mark FROM id_mark") { columns throws(StoreError) in
        try columns.integer()
    }
    private static let lead = IdentifierSource.distance(.seconds(1))

    private let mark: Int64

    /// The mark that must be stored together with ids up to `last`; nil when it is already.
    func raised(over last: Int64) -> IdentifierMark? {
        last > mark ? IdentifierMark(last + Self.lead) : nil
    }

    init(_ mark: Int64) { self.mark = mark }

    var update: SQL { "UPDATE id_mark SET mark = \(mark)" }
}
