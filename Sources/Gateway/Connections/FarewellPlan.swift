import Settings

/// When each of many connections is told to go, and how long each is told to stay away.
///
/// Both follow from how many there are: a handful leaves at once, ten thousand leave over seconds,
/// and hardly two come back in the same moment.
struct FarewellPlan: Sendable {
    /// So many goodbyes a second are nothing that one would notice.
    private static let goodbyesPerSecond = 2_000
    /// So many sign-ins a second leave the daemon time for those who are back.
    private static let returnsPerSecond = 500
    /// The golden ratio, as a fraction of 2^64: steps of it fall evenly into a circle, however
    /// many there are.
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private let count: Int
    private let leavingMilliseconds: Int
    private let returnMicroseconds: UInt64
    private var place: UInt64

    /// - Parameters:
    ///   - count: connections that this plan is for.
    ///   - total: connections that leave the daemon, with those of other loops.
    ///   - drain: how long the goodbyes, and the returns, may be spread at most.
    ///   - generator: where the first return falls.
    init(
        of count: Int, among total: Int, _ drain: Configuration.Drain,
        using generator: inout some RandomNumberGenerator
    ) {
        self.count = max(1, count)
        leavingMilliseconds = min(
            drain.farewellSeconds * 1000, total * 1000 / Self.goodbyesPerSecond)
        let milliseconds = min(drain.returnSeconds * 1000, total * 1000 / Self.returnsPerSecond)
        returnMicroseconds = UInt64(max(0, milliseconds)) * 1000
        place = generator.next()
    }

    /// When the connection at `position` is told, in milliseconds from the start.
    ///
    /// - Parameter position: 0 for the first of those that this plan is for.
    func leavesAfterMilliseconds(_ position: Int) -> Int {
        leavingMilliseconds * position / count
    }

    /// How long the next one is told to stay away: spread evenly over the whole window.
    mutating func nextReturn() -> Duration {
        place &+= Self.step
        return .microseconds(Int64(place.multipliedFullWidth(by: returnMicroseconds).high))
    }
}
