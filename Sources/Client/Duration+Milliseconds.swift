import SwiftProtobuf

extension Duration {
    /// The longest wait that a server can impose: a day. Also what keeps sums from overflowing.
    static let dayLong = Duration.seconds(86_400)

    /// Whole milliseconds, cut to 0 … one day.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = Swift.min(Swift.max(self, .zero), .dayLong).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// What the server wrote, cut to 0 … one day.
    init(clamping wire: Google_Protobuf_Duration) {
        let seconds = Swift.min(Swift.max(wire.seconds, 0), 86_400)
        let nanoseconds = Swift.min(Swift.max(Int64(wire.nanos), 0), 999_999_999)
        self = .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}
