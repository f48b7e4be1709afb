import Foundation
import Kernel
import Wire

/// A password as a user typed it, and in the one form in which passwords are hashed.
///
/// A keyboard may make `é` as one character or as two: NFC makes it one.
///
/// - Source: RFC 8265 §4.2, Unicode Standard Annex #15.
struct TypedPassword: Sendable {
    /// The bytes as received.
    let typed: [UInt8]
    /// The same letters in NFC.
    let normal: [UInt8]

    init(_ text: String) {
        typed = Array(text.utf8)
        normal = Array(Self.normalized(text).utf8)
    }

    /// Whether the form matters: no two forms of ASCII are one.
    ///
    /// Bytes are compared: to Swift both forms are the same text.
    var isNormal: Bool { typed == normal }

    /// Most of them have nothing to normalise.
    static func normalized(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }

    /// How long a password may be, in bytes.
    static let lengths = AccountRegister.passwordBytes

    /// Whether it can be a password: as received, since passwords from before NFC are still good,
    /// or in NFC, since a keyboard may make three times as many bytes of the same letters.
    static func check(_ text: String, field: String) throws(Refusal) {
        let count = text.utf8.count
        if lengths.contains(count) { return }
        guard count <= 3 * lengths.upperBound,
            lengths.contains(TypedPassword(text).normal.count)
        else { throw .length(field) }
    }
}

extension Refusal {
    static func length(_ field: String) -> Refusal {
        let lengths = TypedPassword.lengths
        return Refusal(
            .invalidField, field: field,
            "expected \(lengths.lowerBound) to \(lengths.upperBound) bytes")
    }
}
