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
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw Refusal(.invalidField, field: field, "expected an e-mail address")
        }
        self.text = text.lowercased()
    }
}
