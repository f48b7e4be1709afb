/// Limits how many events about peers go to the event log. Any peer can cause them as fast as the
/// network allows, and must not fill a disk with them.
package struct PeerDiary {
    /// Most events of a second; the others are only counted.
    static let linesMax = 50

    private var second: Int64 = 0
    private var count = 0

    /// Nothing has happened yet.
    package init() {}

    /// Notes one event.
    ///
    /// - Parameter now: the loop's clock.
    /// - Returns: whether to write it, and how many were left out in an earlier second; 0 when that
    ///   was reported already.
    package mutating func note(at now: Duration) -> (isWritten: Bool, leftOutCount: Int) {
        var leftOutCount = 0
        if now.components.seconds != second {
            leftOutCount = max(0, count - Self.linesMax)
            (second, count) = (now.components.seconds, 0)
        }
        count += 1
        return (count <= Self.linesMax, leftOutCount)
    }
}
