import Kernel
import Wire

/// The languages that speakers may know and learn, by their codes.
public struct Languages: Sendable {
    /// What a server has that says nothing else: the languages with most learners.
    ///
    /// - Source: ISO 639-1.
    public static let standard = [
        "ar", "bn", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "id",
        "it", "ja", "ko", "nl", "no", "pl", "pt", "ro", "ru", "sv", "sw", "th", "tr", "uk", "ur",
        "vi", "zh",
    ]

    let codes: Set<String>

    /// - Parameter codes: of two or three small letters each.
    public init(_ codes: [String] = Languages.standard) { self.codes = Set(codes) }

    /// Whether a code is of two or three small letters.
    @Sendable static func isCode(_ code: String) -> Bool {
        (2...3).contains(code.utf8.count) && code.utf8.allSatisfy { (97...122).contains($0) }
    }

    /// - Throws: `.invalidField` for a language that this server does not have.
    func check(_ code: String, field: String) throws(Refusal) -> String {
        guard codes.contains(code) else {
            throw Refusal(
                .invalidField, field: field, "expected the code of a language of this server")
        }
        return code
    }
}
