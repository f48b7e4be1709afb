public import Kernel
import Wire

/// Text by a person for persons: bounded, not blank, free of control characters and of marks
/// that turn the reading direction around.
public struct PlainText: Equatable, Sendable {
    /// What a text may be.
    public struct Limits: Sendable {
        let lengths: ClosedRange<Int>
        let allowsLines: Bool

        /// - Parameters:
        ///   - lengths: in Unicode scalars; from 0 when it may be missing.
        ///   - allowsLines: whether line feeds and tabs may be in it.
        public init(_ lengths: ClosedRange<Int>, allowsLines: Bool = false) {
            self.lengths = lengths
            self.allowsLines = allowsLines
        }
    }

    /// The text, unchanged.
    public let text: String

    /// Takes `text`, or refuses the command for `field`.
    public init(_ text: String, _ limits: Limits, field: String) throws(Refusal) {
        guard limits.lengths.contains(text.unicodeScalars.count) else {
            throw Refusal(
                .invalidField, field: field,
                "expected \(limits.lengths.lowerBound) to \(limits.lengths.upperBound) characters")
        }
        guard limits.lengths.contains(0) || text.unicodeScalars.contains(where: Self.isSeen) else {
            throw Refusal(.invalidField, field: field, "expected more than blanks")
        }
        guard text.unicodeScalars.allSatisfy({ Self.isAllowed($0, limits) }) else {
            throw Refusal(
                .invalidField, field: field,
                "expected no control characters and no marks that reverse the direction")
        }
        self.text = text
    }

    /// Whether a reader sees anything of it: a zero-width space is as blank as a space.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, _ limits: Limits) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: limits.allowsLines
        case 0..<0x20, 0x7F..<0xA0: false
        case 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
