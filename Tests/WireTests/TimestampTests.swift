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
        Row(milliseconds: 253_402_300_799_999, seconds: 253_402_300_799, nanos: 999_000_000),
        Row(milliseconds: -62_135_596_800_000, seconds: -62_135_596_800, nanos: 0),
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

    @Test(
        arguments: [
            (.max, 253_402_300_799_999), (253_402_300_800_000, 253_402_300_799_999),
            (.min, -62_135_596_800_000), (-62_135_596_800_001, -62_135_596_800_000),
        ] as [(Int64, Int64)])
    func `is one that JSON can say`(milliseconds: Int64, nearest: Int64) throws {
        let timestamp = Google_Protobuf_Timestamp(unixMilliseconds: milliseconds)
        #expect(timestamp.unixMilliseconds == nearest)
        #expect(try Google_Protobuf_Timestamp(jsonString: timestamp.jsonString()) == timestamp)
    }

    @Test(arguments: [Int64.max, .min])
    func `of a peer that fits no milliseconds does not trap`(seconds: Int64) {
        let timestamp = Google_Protobuf_Timestamp(seconds: seconds, nanos: .max)
        #expect(timestamp.unixMilliseconds == 0)
    }
}
