/// The port behind which data lies: SQLite on one machine, PostgreSQL beyond it.
///
/// Writes are done in order, and so are the reads of one owner; different owners' reads take turns.
/// What became of writes goes to the sink that was given at start, after the commit that made them
/// durable, as many at once as the commit had; so do answers of reads. The value of a read goes to
/// whoever wants it, at once.
public protocol Store: AnyObject, Sendable {
    /// Runs jobs on the writer, one transaction each; their commits may be grouped.
    func write(_ jobs: [WriteJob])

    /// Runs jobs on the readers, each on the newest committed state.
    func read(_ jobs: [ReadJob])

    /// Reads at once, on the calling thread: for workers that may wait, never for a loop.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result

    /// Finishes what was accepted, then closes. Later writes are dropped, later reads refused.
    func close()
}
