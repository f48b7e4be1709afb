/// Leaves a word out of a text, so that the text does not tell it.
public struct WordMask: Sendable {
    /// What stands in its place.
    public static let gap = "____"

    private let word: [Character]

    /// - Parameter word: as it is written; capitals do not matter.
    public init(_ word: String) { self.word = Array(word.lowercased()) }

    /// Whether the text has it, by itself.
    public func finds(in text: String) -> Bool { masked(text) != nil }

    /// The text without the word; where it is the beginning of a longer one ("cats" of "cat"), that
    /// one is left out as a whole.
    ///
    /// - Parameter isWhole: whether only the word itself is left out.
    /// - Returns: nil when the text does not have it.
    public func masked(_ text: String, whole isWhole: Bool = true) -> String? {
        guard !word.isEmpty else { return nil }
        let characters = Array(text)
        var (result, index, isFound) = ("", 0, false)
        while index < characters.count {
            if let end = end(at: index, of: characters, isWhole) {
                result += Self.gap
                (index, isFound) = (end, true)
            } else {
                result.append(characters[index])
                index += 1
            }
        }
        return isFound ? result : nil
    }

    /// Where the word ends that begins there; nil: it does not.
    private func end(at begin: Int, of text: [Character], _ isWhole: Bool) -> Int? {
        guard begin == 0 || !Self.isOfWord(text[begin - 1]), begin + word.count <= text.count
        else { return nil }
        for (offset, character) in word.enumerated()
        where text[begin + offset].lowercased() != String(character) {
            return nil
        }
        var end = begin + word.count
        guard end < text.count, Self.isOfWord(text[end]) else { return end }
        if isWhole { return nil }
        while end < text.count, Self.isOfWord(text[end]) { end += 1 }
        return end
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }
}
