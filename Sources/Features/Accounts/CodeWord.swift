import Kernel

/// A secret word for people to type: letters and digits that are not taken for others.
enum CodeWord {
    static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)

    /// A new one, by chance: 4.95 bits for each character.
    static func make(_ count: Int, in transaction: Transaction) -> String {
        var characters: [UInt8] = []
        // Each letter is as likely as any other.
        let limit = UInt8(256 / letters.count * letters.count)
        while characters.count < count {
            characters += transaction.randomBytes(16).filter { $0 < limit }
                .map { letters[Int($0) % letters.count] }
        }
        return String(decoding: characters.prefix(count), as: UTF8.self)
    }

    /// What somebody has typed, in any case of letters, with blanks or hyphens or without; nil
    /// when it cannot be such a word.
    static func typed(_ text: String, count: Int) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let characters = text.lowercased().utf8.filter { !" -\t".utf8.contains($0) }
        guard characters.count == count, characters.allSatisfy(letters.contains) else {
            return nil
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// In groups, as people read it: `abcd-efgh`.
    static func shown(_ word: String, by size: Int) -> String {
        var (rest, groups) = (word[...], [Substring]())
        while !rest.isEmpty {
            groups.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return groups.joined(separator: "-")
    }
}
