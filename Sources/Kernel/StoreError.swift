/// What can go wrong below a transaction. Features never see it: the command is refused with
/// `INTERNAL`, and the event log has the details.
public enum StoreError: Error, Equatable, Sendable {
    /// A unique or foreign key said no: a rule that a feature should have checked first.
    case conflict(String)
    /// No space, or the file system is read-only: reads go on, writes come back by themselves.
    case full(String)
    /// The database's server does not answer: neither reads nor writes go on, and both come back by
    /// themselves.
    case unreachable(String)
    /// Another node was faster, and nothing was committed: the same again may be.
    case contended(String)
    /// The disk did not keep what it was given, or the data is damaged: whether a commit that
    /// ended so is durable is unknown until the next start, and nothing may be acknowledged.
    case broken(String)
    /// The database failed; the driver's own words.
    case failed(String)
    /// The row does not have the shape the query declares: a bug of ours or a foreign schema.
    case unexpectedColumn

    /// What the driver says of it, for the log.
    public var words: String {
        switch self {
        case .conflict(let words), .full(let words), .unreachable(let words), .broken(let words),
            .failed(let words), .contended(let words):
            words
        case .unexpectedColumn: "a row has other columns than were expected"
        }
    }

    /// Whether every command meets it, not this one alone: there is no use in trying the next.
    public var concernsEveryCommand: Bool {
        switch self {
        case .full, .unreachable, .broken, .contended: true
        case .conflict, .failed, .unexpectedColumn: false
        }
    }
}
