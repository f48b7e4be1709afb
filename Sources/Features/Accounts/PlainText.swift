public import Kernel
import Wire

/// Text by users for users: bounded, not blank, and visible in all its parts.
///
/// It cannot turn the reading direction around, leave its lines, climb over the lines above, or
/// carry invisible content. Marks and joiners that written languages and emoji need are allowed.
public struct PlainText: Equatable, Sendable {
    /// What a text may be.
    public struct Limits: Sendable {
        let lengths: ClosedRange<Int>
        let allowsLines: Bool

        /// - Parameters:
        ///   - lengths: in Unicode scalars; from 0 when it may be missing.
        ///   - allowsLines: whether line feeds, tabs and implicit marks of direction may be in it.
        public init(_ lengths: ClosedRange<Int>, allowsLines: Bool = false) {
            self.lengths = lengths
            self.allowsLines = allowsLines
        }
    }

    /// Most marks and invisible characters in a row: Hebrew and Burmese need six.
    static let trailMax = 8

    /// The text, unchanged.
    public let text: String

    /// Takes `text`, or refuses the command for `field`.
    public init(_ text: String, _ limits: Limits, field: String) throws(Refusal) {
        guard limits.lengths.contains(text.unicodeScalars.count) else {
            throw Refusal(
                .invalidField, field: field,
                "expected \(limits.lengths.lowerBound) to \(limits.lengths.upperBound) characters")
        }
        guard let isBlank = Self.look(at: text, allowsLines: limits.allowsLines) else {
            throw Refusal(
                .invalidField, field: field,
                "expected no control characters, no marks that reverse the direction, and at most "
                    + "\(Self.trailMax) marks or invisible characters in a row")
        }
        guard text.isEmpty || !isBlank else {
            throw Refusal(.invalidField, field: field, "expected text that is not blank")
        }
        self.text = text
    }

    /// - Returns: whether all of it is invisible; nil if it is not allowed.
    private static func look(at text: String, allowsLines: Bool) -> Bool? {
        // Most of what is written in some languages: it was 3 of a message's 95 us, one by one.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            return text.utf8.allSatisfy { $0 == 0x20 }
        }
        var rest = text.unicodeScalars[...]
        var isBlank = true
        var trailCount = 0
        while let scalar = rest.popFirst() {
            let appearance = Appearance(of: scalar)
            switch appearance {
            case .seen: (isBlank, trailCount) = (false, 0)
            case .blank: trailCount = 0
            case .line:
                guard allowsLines else { return nil }
                trailCount = 0
            case .trail, .implicitMark:
                guard appearance == .trail || allowsLines else { return nil }
                trailCount += 1
                guard trailCount <= trailMax else { return nil }
            case .forbidden: return nil
            }
            if scalar == RegionFlag.base { RegionFlag.skipTags(in: &rest) }
        }
        return isBlank
    }
}
