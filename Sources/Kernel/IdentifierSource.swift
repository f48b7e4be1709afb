/// Makes ids that ascend with time and never repeat: 41 bits of milliseconds since 2026, 10 bits
/// of node, 12 bits of counter.
///
/// A clock that is set back does not matter: the last millisecond used is kept and counted on.
public struct IdentifierSource: Sendable {
    /// 2026-01-01T00:00:00Z.
    static let epochMilliseconds: Int64 = 1_767_225_600_000

    private let node: Int64
    private var lastMillisecond: Int64 = 0
    private var counter: Int64 = 0

    /// - Parameters:
    ///   - node: 0…1023, different on every node that shares a store.
    ///   - last: the largest id known to be in use: a clock that was set back while the daemon
    ///     was away repeats nothing.
    public init(node: Int, after last: Int64 = 0) {
        self.node = Int64(node & 1023)
        lastMillisecond = last >> 22
        counter = 4095
    }

    /// The next id is larger than `last`.
    mutating func goOn(after last: Int64) {
        guard last > self.last else { return }
        (lastMillisecond, counter) = (last >> 22, 4095)
    }

    /// No id that was made is larger.
    var last: Int64 { lastMillisecond << 22 | node << 12 | counter }

    /// How far ids are apart that were made `duration` apart.
    public static func distance(_ duration: Duration) -> Int64 {
        Moment(unixMilliseconds: 0).advanced(by: duration).unixMilliseconds << 22
    }

    /// The next id, larger than every one before it.
    public mutating func next<Entity>(at now: Moment) -> Identifier<Entity> {
        let millisecond = max(1, now.unixMilliseconds - Self.epochMilliseconds)
        if millisecond > lastMillisecond {
            (lastMillisecond, counter) = (millisecond, 0)
        } else if counter < 4095 {
            counter += 1
        } else {
            (lastMillisecond, counter) = (lastMillisecond + 1, 0)
        }
        return Identifier(rawValue: lastMillisecond << 22 | node << 12 | counter)
    }
}
