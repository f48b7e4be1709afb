public import Kernel

/// One time that two friends were up for the same thing.
public struct Overlap: Equatable, Sendable {
    /// Which of them.
    public typealias ID = Identifier<Overlap>

    /// Which one this is.
    public let id: ID
    /// One of the two, and the other.
    public let low: User.ID
    /// The other.
    public let high: User.ID
    /// What they were up for.
    public let activity: String
    /// When it began.
    public let began: Moment
    /// When it ended; nil while it lasts.
    public let ended: Moment?
}
