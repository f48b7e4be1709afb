import Kernel
import Wire

/// The six digits that an authenticator shows.
struct OneTimeCode: Equatable, Sendable {
    static let digitCount = 6

    /// Below 1,000,000.
    let number: UInt32

    /// What somebody has typed, with spaces or without.
    ///
    /// - Throws: `.invalidField`.
    init(typed text: String, field: String) throws(Refusal) {
        guard let code = Self(typed: text) else {
            throw Refusal(
                .invalidField, field: field, "expected six digits of the new authenticator")
        }
        self = code
    }

    /// The same; nil when it cannot be one.
    init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        self.init(digits: text.utf8.filter { $0 != UInt8(ascii: " ") })
    }

    init(number: UInt32) { self.number = number % 1_000_000 }

    /// Six digits of ASCII; nil for anything else.
    init?(digits: some Collection<UInt8>) {
        guard digits.count == Self.digitCount,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
    }
}
