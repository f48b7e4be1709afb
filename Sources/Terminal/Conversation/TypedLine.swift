/// A line typed at the prompt, as what is meant by it.
enum TypedLine: Equatable, Sendable {
    case nothing
    /// Words for a command, as a shell would split them.
    case command([String])
    /// Something to say in the open conversation.
    case text(String)

    /// - Parameter inRoom: whether a conversation is open: there everything is text but what starts
    ///   with `/`; `//` says a text that starts with `/`.
    init(_ line: String, inRoom: Bool) {
        let trimmed = line.drop { $0 == " " }
        guard trimmed.contains(where: { $0 != " " && $0 != "\t" }) else {
            self = .nothing
            return
        }
        if inRoom && trimmed.hasPrefix("//") {
            self = .text(String(trimmed.dropFirst()))
        } else if inRoom && !trimmed.hasPrefix("/") {
            self = .text(line)
        } else {
            let words = Self.words(trimmed.hasPrefix("/") ? trimmed.dropFirst() : trimmed)
            self = words.isEmpty ? .nothing : .command(words)
        }
    }

    /// Commands that end in what is said, in which each quote is a letter.
    private static let sayings: Set = ["send", "edit", "comment"]

    /// Splits at blanks. What stands between two quotes, `"` or `'`, is one word: the first begins
    /// a word, and the second ends one. Any other quote is a letter: `it's`, `5"`.
    static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var rest = text.drop(while: isBlank)
        while let first = rest.first {
            let isQuote = (first == "\"" || first == "'") && !sayings.contains(words.first ?? "")
            let end = isQuote ? closing(first, in: rest) : nil
            if let end {
                words.append(String(rest[rest.index(after: rest.startIndex)..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                words.append(String(rest.prefix { !isBlank($0) }))
                rest = rest.drop { !isBlank($0) }
            }
            rest = rest.drop(while: isBlank)
        }
        return words
    }

    /// Where the quote that `text` begins with has its like, at the end of a word.
    private static func closing(_ quote: Character, in text: Substring) -> Substring.Index? {
        text.indices.dropFirst().first { index in
            guard text[index] == quote else { return false }
            let next = text.index(after: index)
            return next == text.endIndex || isBlank(text[next])
        }
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
