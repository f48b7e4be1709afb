public import SwiftProtobuf
import Wire

/// A point in time by the wall clock, in milliseconds. The clock is read once, where an input
/// enters; from there the moment is passed down as a value.
public struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z. May jump either way between two readings.
    public let unixMilliseconds: Int64

    /// Takes milliseconds since 1970-01-01T00:00:00Z.
    public init(unixMilliseconds: Int64) {
        self.unixMilliseconds = unixMilliseconds
    }

    /// 1970-01-01T00:00:00Z: earlier than any time that a daemon stores.
    public static let epoch = Moment(unixMilliseconds: 0)

    /// This moment, `duration` later (or earlier, when negative); cut to milliseconds.
    public func advanced(by duration: Duration) -> Moment {
        let parts = duration.components
        let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
        return Moment(unixMilliseconds: unixMilliseconds + milliseconds)
    }

    /// How long after this moment another is; negative: before it.
    public func duration(to other: Moment) -> Duration {
        .milliseconds(other.unixMilliseconds - unixMilliseconds)
    }

    /// As the wire says it.
    public var timestamp: Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(unixMilliseconds: unixMilliseconds)
    }

    /// Earlier.
    public static func < (left: Self, right: Self) -> Bool {
        left.unixMilliseconds < right.unixMilliseconds
    }
}
