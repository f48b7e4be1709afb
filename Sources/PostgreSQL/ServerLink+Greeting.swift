import Kernel

/// What comes before anything else on a connection.
extension ServerLink {
    /// Says what every fresh connection is told, and takes the locks of one that writes.
    ///
    /// - Parameter lockSeconds: how long another daemon, or the server's end of a connection that
    ///   broke, may take to let go of the data.
    func greet(as role: ConnectionRole, lockSeconds: Int) throws(StoreError) {
        company = .none
        try execute(Self.greeting)
        switch role {
        case .reader(node: nil): return
        case .reader(node: .some): try execute(Self.readerGreeting)
        case .onlyWriter:
            try lock(Self.place, "pg_advisory_lock", within: lockSeconds, "has the database")
        case .node(let name):
            try execute(Self.nodeGreeting)
            try lock(
                Self.place, "pg_advisory_lock_shared", within: lockSeconds,
                "has the database for itself")
            let own = "\(Self.place) || '/\(name)'"
            try lock(own, "pg_advisory_lock", within: lockSeconds, "is the node \(name)")
        }
    }

    /// - Parameters:
    ///   - key: an expression; a name of a node has no quote in it.
    ///   - deed: what another daemon does if it has the lock.
    private func lock(
        _ key: String, _ function: String, within seconds: Int, _ deed: String
    ) throws(StoreError) {
        do throws(StoreError) {
            try execute(
                "SET lock_timeout = '\(seconds)s'; SELECT \(function)(hashtextextended(\(key), 0))")
            try execute("SET lock_timeout = 0")
        } catch {
            guard case .contended = error else { throw error }
            throw .broken("another upford \(deed)")
        }
    }

    /// What is committed is on the server's disk, at least. And the server notices within 25
    /// seconds when this machine is gone: until then it keeps the lock.
    private static let greeting = """
        SET statement_timeout = 0;
        SELECT set_config('synchronous_commit',
            CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply'
                ELSE 'on' END, false);
        SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;
        SET tcp_keepalives_count = 3; SET tcp_user_timeout = 20000
        """

    /// Whoever stands still in a transaction does not keep the other nodes waiting; and an index
    /// tells nodes apart that a walk through a table would not. What has no index seems to cost so
    /// much then that it would be compiled each time (100 ms).
    private static let nodeGreeting = """
        SET idle_in_transaction_session_timeout = '5s'; SET enable_seqscan = off;
        SET jit = off
        """

    /// A table may be locked for long, as by a change of the schema. Whoever minds silence has to
    /// hear of that before it takes it for silence (``ServerHearing/silenceMax``).
    private static let readerGreeting = "SET lock_timeout = '2s'"

    /// What is locked for as long as a connection that writes lasts: the tables of a schema.
    static let place = "current_schema()"
}
