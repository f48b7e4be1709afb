/// How much of an inbox is kept for devices that come back.
public struct Retention: Equatable, Sendable {
    /// How long an event is kept.
    public let lifetime: Duration
    /// Most events of one inbox.
    public let eventsMax: UInt32

    /// - Parameters: as the properties.
    public init(lifetime: Duration = .seconds(30 * 86_400), eventsMax: UInt32 = 10_000) {
        self.lifetime = lifetime
        self.eventsMax = max(1, eventsMax)
    }
}
