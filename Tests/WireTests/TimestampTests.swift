import SwiftProtobuf
import Testing
import Wire

/// Milliseconds since 1970 as the wire says them, before and after 1970.
@Suite struct `A timestamp` {
    struct Row: Sendable {
        let milliseconds: Int64
        let seconds: Int64
        let nanos: Int32
    }

    static let rows = [
        Row(milliseconds: 0, seconds: 0, nanos: 0),
        Row(milliseconds: 1, seconds: 0, nanos: 1_000_000),
        Row(milliseconds: 999, seconds: 0, nanos: 999_000_000),
        Row(milliseconds: 1000, seconds: 1, nanos: 0),
        Row(milliseconds: 1_795_176_000_123, seconds: 1_795_176_000, nanos: 123_000_000),
        Row(milliseconds: -1, seconds: -1, nanos: 999_000_000),
        Row(milliseconds: -999, seconds: -1, nanos: 1_000_000),
        Row(milliseconds: -1000, seconds: -1, nanos: 0),
        Row(milliseconds: -1001, seconds: -2, nanos: 999_000_000),
        Row(milliseconds: .max, seconds: 9_223_372_036_854_775, nanos: 807_000_000),
        Row(milliseconds: -9_000_000_000_000_999, seconds: -9_000_000_000_001, nanos: 1_000_000),
    ]

    @Test(arguments: rows)
    func `has seconds, and nanoseconds that never go back`(row: Row) {
        let timestamp = Google_Protobuf_Timestamp(unixMilliseconds: row.milliseconds)
        #expect(timestamp.seconds == row.seconds)
        #expect(timestamp.nanos == row.nanos)
    }

    @Test(arguments: rows)
    func `comes back as the milliseconds it was made of`(row: Row) {
        let timestamp = Google_Protobuf_Timestamp(unixMilliseconds: row.milliseconds)
        #expect(timestamp.unixMilliseconds == row.milliseconds)
    }

    @Test(arguments: [Int64.max, .min])
    func `of a peer that fits no milliseconds does not trap`(seconds: Int64) {
        let timestamp = Google_Protobuf_Timestamp(seconds: seconds, nanos: .max)
        #expect(timestamp.unixMilliseconds == 0)
    }
}
