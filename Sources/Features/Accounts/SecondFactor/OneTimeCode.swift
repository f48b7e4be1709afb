/// The six digits that an authenticator shows.
struct OneTimeCode: Equatable, Sendable {
    static let digitCount = 6

    /// Below 1,000,000.
    let number: UInt32

    init(number: UInt32) { self.number = number % 1_000_000 }

    /// Six digits of ASCII; nil for anything else.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == Self.digitCount,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
    }
}
