/// Words that swear or insult, and texts in which they are.
struct InsultList {
    private let words: Set<String>
    /// The same as texts have them: words of letters with spaces between.
    private let phrases: Set<String>
    /// Most words of a phrase.
    private let lengthMax: Int

    /// - Parameter words: in small letters.
    init(_ words: Set<String>) {
        self.words = words
        let phrases = words.map(Self.parts)
        self.phrases = Set(phrases.map { $0.joined(separator: " ") }.filter { !$0.isEmpty })
        lengthMax = phrases.map(\.count).max() ?? 0
    }

    func has(word: String) -> Bool { words.contains(word) }

    /// Whether a text has one of them in it.
    func isQuoted(in text: String) -> Bool {
        let parts = Self.parts(of: text)
        return parts.indices.contains { start in
            var phrase = ""
            return parts[start...].prefix(lengthMax).contains { part in
                phrase += phrase.isEmpty ? part : " " + part
                return phrases.contains(phrase)
            }
        }
    }

    private static func parts(of text: String) -> [String] {
        text.utf8.split { !(97...122).contains($0 | 0x20) && !(48...57).contains($0) }
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
    }
}
