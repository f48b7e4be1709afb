/// What can go wrong below a transaction. Features never see it: the command is refused with
/// `INTERNAL`, and the event log has the details.
public enum StoreError: Error, Equatable, Sendable {
    /// A unique or foreign key said no: a rule that a feature should have checked first.
    case conflict(String)
    /// No space, or the file system is read-only: reads go on, writes come back by themselves.
    case full(String)
    /// The database failed; the driver's own words.
    case failed(String)
    /// The row does not have the shape the query declares: a bug of ours or a foreign schema.
    case unexpectedColumn
}
