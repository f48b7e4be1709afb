import Kernel
import Wire

/// An address that could exist: `local@domain`, compared without regard to case.
///
/// Only a message sent there could prove that it does exist.
struct EmailAddress: Hashable, Sendable {
    /// Lower case.
    let text: String

    init(_ text: String, field: String) throws(Refusal) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let local = parts.first, let domain = parts.last,
            (1...64).contains(local.utf8.count), (3...190).contains(domain.utf8.count),
            domain.contains("."), !domain.hasPrefix("."), !domain.hasSuffix("."),
            text.utf8.allSatisfy({ $0 == 0x40 || Self.isPlain($0) })
        else {
            throw Refusal(.invalidField, field: field, "expected an e-mail address")
        }
        self.text = text.lowercased()
    }

    /// What needs no quotes, and so can stand in a letter's head and in a command to a mail server.
    ///
    /// - Source: RFC 5322 §3.2.3, `dot-atom-text`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ".!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
        }
    }
}
