/// Leaves words out of texts.
enum Blank {
    /// What stands for a word that is left out; of the same length for every word.
    static let mark = "____"

    /// A text in which some words, and what is made of them by an ending, are left out.
    static func leavingOut(_ words: [String], of text: String) -> String {
        let (phrases, single) = (
            words.filter { $0.contains(where: { !$0.isLetter }) },
            words.filter { $0.allSatisfy(\.isLetter) }.map { Stem($0) }
        )
        var rest = text
        for phrase in phrases { rest = replacing(phrase.lowercased(), in: rest) }
        var (left, token) = ("", "")
        func close() {
            left += single.contains { $0.begins(token.lowercased()) } ? mark : token
            token = ""
        }
        for character in rest {
            if character.isLetter {
                token.append(character)
            } else {
                close()
                left.append(character)
            }
        }
        close()
        return left
    }

    /// A sentence without one of its words; an article before the gap does not disclose its first
    /// letter.
    ///
    /// - Returns: nil when the sentence does not have the word as it is written.
    static func gap(of word: String, in sentence: String) -> String? {
        let tokens = sentence.split(separator: " ", omittingEmptySubsequences: false)
        let parts = word.lowercased().split(separator: " ", omittingEmptySubsequences: false)
        guard !parts.isEmpty, tokens.count >= parts.count else { return nil }
        for start in 0...(tokens.count - parts.count) {
            let window = tokens[start..<(start + parts.count)].map(Trimmed.init)
            guard zip(window, parts).allSatisfy({ $0.core.lowercased() == $1 }),
                let first = window.first, let last = window.last
            else { continue }
            var before = tokens[..<start].map(String.init)
            if let article = before.last, ["a", "an"].contains(article.lowercased()) {
                before[before.count - 1] = "a(n)"
            }
            let middle = "\(first.before)\(mark)\(last.after)"
            let after = tokens[(start + parts.count)...].map(String.init)
            let gap = (before + [middle] + after).joined(separator: " ")
            return leavingOut([word], of: gap)
        }
        return nil
    }

    private static func replacing(_ phrase: String, in text: String) -> String {
        var (rest, left) = (text[...], "")
        while let found = range(of: phrase, in: rest) {
            left += rest[..<found.lowerBound] + mark
            rest = rest[found.upperBound...]
        }
        return left + rest
    }

    private static func range(of phrase: String, in text: Substring) -> Range<String.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            var (place, wanted) = (start, phrase.startIndex)
            while place < text.endIndex, wanted < phrase.endIndex,
                text[place].lowercased() == String(phrase[wanted])
            {
                (place, wanted) = (text.index(after: place), phrase.index(after: wanted))
            }
            if wanted == phrase.endIndex { return start..<place }
            start = text.index(after: start)
        }
        return nil
    }

    /// The part of a word that its endings leave as it is.
    private struct Stem {
        private static let endings = 4
        private let stem: String
        private let wholeCount: Int

        init(_ word: String) {
            let small = word.lowercased()
            wholeCount = small.count
            stem = small.count > 3 && "ey".contains(small.suffix(1)) ? "\(small.dropLast())" : small
        }

        func begins(_ token: String) -> Bool {
            token.hasPrefix(stem) && token.count <= wholeCount + Self.endings
        }
    }

    /// A word of a sentence, without what stands before and after it.
    private struct Trimmed {
        let before: Substring
        let core: Substring
        let after: Substring

        init(_ token: Substring) {
            let isPart: (Character) -> Bool = { $0.isLetter || $0.isNumber }
            let start = token.firstIndex(where: isPart) ?? token.endIndex
            let end = token.lastIndex(where: isPart).map { token.index(after: $0) } ?? start
            (before, core, after) = (token[..<start], token[start..<end], token[end...])
        }
    }
}
