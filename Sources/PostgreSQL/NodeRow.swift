import Kernel
import Storage

/// A node's own row in the database that several nodes share: its number, and its progress.
///
/// A connection that registers as the node raises the fence. Whatever an older connection has not
/// committed by then, it never can. So the count of commits tells the outcome of a COMMIT without
/// an answer.
///
/// - Source: docs/decisions/0041
struct NodeRow: Equatable {
    /// 1…1023: a part of every id that the node makes. 0 is the number of a daemon that is alone.
    let number: Int
    /// No id that the node has made is larger.
    let mark: Int64
    /// How many commits of the node have changed something.
    private(set) var commits: Int64
    private var fence: Int64

    /// The tables that all nodes share, besides those of the features.
    static let creation = """
        CREATE TABLE IF NOT EXISTS node (
            number BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, fence BIGINT NOT NULL,
            commits BIGINT NOT NULL, mark BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS commit_gate ();
        CREATE TABLE IF NOT EXISTS sequence_head (
            kind TEXT, owner BIGINT, last BIGINT NOT NULL, mark BIGINT NOT NULL,
            PRIMARY KEY (kind, owner)) WITH (fillfactor = 70);
        CREATE TABLE IF NOT EXISTS node_signal (
            id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, xid BIGINT NOT NULL,
            node BIGINT NOT NULL, at_ms BIGINT NOT NULL, body TEXT NOT NULL);
        CREATE INDEX IF NOT EXISTS node_signal_xid ON node_signal (xid);
        CREATE TABLE IF NOT EXISTS node_lease (
            name TEXT PRIMARY KEY, node BIGINT NOT NULL, fence BIGINT NOT NULL,
            until TIMESTAMPTZ NOT NULL);
        CREATE TABLE IF NOT EXISTS node_report (
            number BIGINT PRIMARY KEY, version TEXT NOT NULL, since_ms BIGINT NOT NULL,
            connections BIGINT NOT NULL, sessions BIGINT NOT NULL);
        """

    /// A daemon that is alone takes over the data: it counts by itself, starting beyond the ids
    /// that nodes have made.
    static let release = """
        DO $$ BEGIN
            IF to_regclass('sequence_head') IS NOT NULL THEN
                TRUNCATE sequence_head;
                UPDATE id_mark SET mark = greatest(mark, (SELECT max(mark) FROM node));
            END IF;
        END $$
        """

    /// Registers a node, for the first time or again, and fences off an earlier connection of its
    /// name.
    ///
    /// - Throws: also when there are 1,023 other nodes.
    init(named name: String, on connection: some StoreConnection) throws(StoreError) {
        let come = Query(
            """
            INSERT INTO node (number, name, fence, commits, mark)
            SELECT coalesce(max(number), 0) + 1, \(name), 1, 0,
                greatest(max(mark), (SELECT max(mark) FROM id_mark))
            FROM node
            ON CONFLICT (name) DO UPDATE SET fence = node.fence + 1
            RETURNING number, fence, commits, greatest(mark, (SELECT max(mark) FROM id_mark))
            """, decode: Self.decode)
        guard let row = try connection.first(come), (1...1_023).contains(row.number) else {
            throw .failed("expected at most 1,023 names of nodes (table node), got more")
        }
        self = row
    }

    /// The same row after the connection was lost.
    ///
    /// - Returns: nil when the data have no such node.
    static func again(
        _ number: Int, on connection: some StoreConnection
    ) throws(StoreError) -> NodeRow? {
        try connection.first(
            Query(
                """
                UPDATE node SET fence = fence + 1 WHERE number = \(Int64(number))
                RETURNING number, fence, commits, mark
                """, decode: decode))
    }

    private static let decode: @Sendable (inout Columns) throws(StoreError) -> NodeRow = {
        (columns) throws(StoreError) in
        NodeRow(
            number: Int(try columns.integer()), fence: try columns.integer(),
            commits: try columns.integer(), mark: try columns.integer())
    }

    private init(number: Int, fence: Int64, commits: Int64, mark: Int64) {
        (self.number, self.fence, self.commits, self.mark) = (number, fence, commits, mark)
    }

    /// Counts the commit that it is a part of. It fails on a missing number when another connection
    /// has raised the fence, or the data are at another count.
    ///
    /// - Parameter mark: no id that the node has made is larger.
    func next(mark: Int64) -> SQL {
        """
        WITH counted AS (
            UPDATE node SET commits = \(commits + 1), mark = \(mark)
            WHERE number = \(Int64(number)) AND fence = \(fence) AND commits = \(commits)
            RETURNING 1)
        INSERT INTO node (number) SELECT NULL::BIGINT
        WHERE NOT EXISTS (SELECT 1 FROM counted)
        """
    }

    /// The counted commit has succeeded.
    mutating func keep() { commits += 1 }
}
