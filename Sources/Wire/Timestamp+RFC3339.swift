public import SwiftProtobuf

extension Google_Protobuf_Timestamp {
    /// The time that a text of RFC 3339 says; nil for any other text, and for a time before the
    /// year 1 or after 9999.
    ///
    /// swift-protobuf (1.39) stops at an offset of 13 hours, and reads none without its colon.
    /// Zones go to 14 hours, `Pacific/Kiritimati`, and `date +%z` writes `+1400`.
    public init?(rfc3339 text: String) {
        guard let text = WrittenTime(text), let local = try? Self(jsonString: text.local),
            let moment = try? Self(seconds: local.seconds - text.offset, nanos: local.nanos)
                .jsonString(), let time = try? Self(jsonString: moment)
        else { return nil }
        self = time
    }
}

/// The parts of a time.
///
/// - Source: RFC 3339 §5.6: letters may be small, fractions have any number of digits.
private struct WrittenTime {
    private static let secondBytes = 19
    private static let textBytesMax = 64

    /// What clocks show there, as if it were UTC; in quotes. Whether there is such a time the
    /// library says.
    let local: String
    /// So many seconds are clocks there ahead of UTC.
    let offset: Int64

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (Self.secondBytes + 1...Self.textBytesMax).contains(bytes.count),
            [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[10])
        else { return nil }
        var rest = bytes[Self.secondBytes...]
        var local = Array(bytes[..<Self.secondBytes])
        local[10] = UInt8(ascii: "T")
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: Self.isDigit)
            guard !digits.isEmpty else { return nil }
            local += [UInt8(ascii: ".")] + digits.prefix(9)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = Self.offset(rest),
            local.allSatisfy({ Self.isDigit($0) || "-T:.".utf8.contains($0) })
        else { return nil }
        self.local = "\"\(String(decoding: local, as: UTF8.self))Z\""
        self.offset = offset
    }

    /// `Z`, `+14:00` or `+1400`, in seconds.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let sign = text.first else { return nil }
        var digits = Array(text.dropFirst())
        if [UInt8(ascii: "Z"), UInt8(ascii: "z")].contains(sign) {
            return digits.isEmpty ? 0 : nil
        }
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), digits.count == 4,
            digits.allSatisfy(isDigit)
        else { return nil }
        let numbers = digits.map { Int64($0 - UInt8(ascii: "0")) }
        let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension Google_Protobuf_Timestamp {
    /// From milliseconds since 1970-01-01T00:00:00Z, of any sign; what JSON cannot say, before the
    /// year 1 and after 9999, becomes the nearest time that it can.
    ///
    /// - Source: google/protobuf/timestamp.proto
    public init(unixMilliseconds: Int64) {
        let unixMilliseconds = min(max(unixMilliseconds, -62_135_596_800_000), 253_402_300_799_999)
        let (seconds, rest) = unixMilliseconds.quotientAndRemainder(dividingBy: 1000)
        let negative: Int64 = rest < 0 ? 1 : 0
        self.init(seconds: seconds - negative, nanos: Int32((rest + negative * 1000) * 1_000_000))
    }

    /// Milliseconds since 1970-01-01T00:00:00Z, cut.
    public var unixMilliseconds: Int64 {
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? 0 : whole &+ Int64(nanos / 1_000_000)
    }
}
