import Testing

@testable import Load

@Suite struct `The text of a message` {
    @Test(arguments: [1, 20, 64, 4000], [0, 1, 4_000_000_000])
    func `is as long as asked for, and can be read again`(characters: Int, number: Int) {
        let note = ChatNote(number: number, sentAt: 123_456_789)
        let text = note.text(characters: characters)
        #expect(ChatNote(text) == note)
        #expect(text.count == max(characters, "\(number) 123456789 .".count))
    }

    @Test(arguments: [
        "", " ", "1", "1 ", "-1 5 .", "x 5 .", "1 x .", "1 -5 .", "99999999999999999999 1 .",
    ])
    func `is not read from any other text`(text: String) {
        #expect(ChatNote(text) == nil)
    }
}
