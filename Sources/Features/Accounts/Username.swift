public import Kernel
import Wire

/// A name that people type: `^[a-z][a-z0-9_]{2,19}$`. It never holds the separator of room keys.
public struct Username: Hashable, Sendable, CustomStringConvertible {
    /// The name itself.
    public let description: String

    /// Takes `text` as it is, or nothing: case and spaces are not mended.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard AccountRegister.usernameLength.contains(bytes.count), let first = bytes.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            bytes.allSatisfy(Self.isAllowed)
        else { return nil }
        description = text
    }

    /// Takes `text`, or refuses the command for `field`.
    public init(_ text: String, field: String) throws(Refusal) {
        guard let username = Username(text) else {
            throw Refusal(
                .invalidField, field: field,
                "expected a lower-case letter and 2 to 19 lower-case letters, digits or _")
        }
        self = username
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
