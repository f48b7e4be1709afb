/// How long one may take back what one said.
public struct RoomTerms: Equatable, Sendable {
    /// How long after it was sent a message may be edited.
    public var editable: Duration
    /// How long after it was sent a message may be deleted.
    public var deletable: Duration

    /// - Parameters: as the properties.
    public init(
        editable: Duration = .seconds(15 * 60), deletable: Duration = .seconds(24 * 3_600)
    ) {
        (self.editable, self.deletable) = (editable, deletable)
    }
}
