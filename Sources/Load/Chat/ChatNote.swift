/// The text of a message of ours: its number and when it was sent, so that whoever gets it can
/// tell whether it is the next one and how long it took.
struct ChatNote: Equatable, Sendable {
    /// The author counts from 0.
    let number: Int
    /// By ``MonotonicClock``.
    let sentAt: UInt64

    init(number: Int, sentAt: UInt64) {
        self.number = number
        self.sentAt = sentAt
    }

    /// Reads what `text(characters:)` wrote; nil for anything else.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let number = Int(words[0]), number >= 0,
            let sentAt = UInt64(words[1])
        else { return nil }
        self.init(number: number, sentAt: sentAt)
    }

    /// The note, filled up to so many characters.
    func text(characters: Int) -> String {
        let text = "\(number) \(sentAt) "
        return text + String(repeating: ".", count: max(1, characters - text.utf8.count))
    }
}
