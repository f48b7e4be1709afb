/// What a profile is called: also its file's name, so it cannot leave the folder.
struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    /// Used when nothing else is said.
    static let standard = ProfileName(unchecked: "default")

    let description: String

    /// - Returns: nil unless it is 1 to 64 letters, digits, `_`, `-` and `.`, and starts with
    ///   another character than `.`.
    init?(_ text: String) {
        let isAllowed = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed),
            !text.hasPrefix(".")
        else { return nil }
        description = text
    }

    private init(unchecked text: String) { description = text }
}
