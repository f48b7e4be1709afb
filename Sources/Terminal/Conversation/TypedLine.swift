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

    /// Splits at spaces; `"two words"` are one. An apostrophe is a letter here: `it's`.
    static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in text {
            if character == "\"" && (isQuoted || word == nil) {
                isQuoted.toggle()
                word = word ?? ""
            } else if (character == " " || character == "\t") && !isQuoted {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return words
    }
}
