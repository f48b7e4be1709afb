public import SwiftProtobuf

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
