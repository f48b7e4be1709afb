import TestSupport
import Testing
import WebSocket

@Suite struct `Text` {
    static let valid: [[UInt8]] = [
        [0x00], [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xEC, 0xBF, 0xBF],
        [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE],
        [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x80],
        [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF],
        Array("κόσμε".utf8), Array("Hello-µ@ßöäüàá-UTF-8!!".utf8), Array("👩‍👩‍👧‍👦 up for ☕️?".utf8),
    ]

    /// Each is wrong from its last byte on, and could be right up to there.
    static let invalid: [[UInt8]] = [
        [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xF8], [0xFC], [0xFE], [0xFF],
        [0xC2, 0x7F], [0xC2, 0xC0], [0xDF, 0x20],
        [0xE0, 0x80], [0xE0, 0x9F], [0xE1, 0x7F], [0xE1, 0x80, 0xC0], [0xED, 0xA0], [0xED, 0xBF],
        [0xEF, 0xBF, 0x7F], [0xEF, 0xC0],
        [0xF0, 0x80], [0xF0, 0x8F], [0xF1, 0x80, 0x7F], [0xF3, 0xBF, 0xBF, 0xC0], [0xF4, 0x90],
        [0xF4, 0xBF], [0xCE, 0xBA, 0x80],
    ]

    /// What may stand around: it moves the character over the eight bytes of a word.
    static let lengths = [0, 1, 5, 6, 7, 8, 9, 17]

    @Test(arguments: valid)
    func `may be any Unicode`(character: [UInt8]) {
        for length in Self.lengths {
            let around = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            let text = around + character + around
            let said = Said.text(String(decoding: text, as: UTF8.self))
            Vector("whole", hears: said) { $0.frame(0x81, text) }.check()
            for cut in text.indices {
                let said = heard([fragments(text, at: cut)[...]], as: .server)
                #expect(said == [.text(String(decoding: text, as: UTF8.self))])
            }
        }
    }

    @Test(arguments: invalid)
    func `is refused where it stops being UTF-8`(character: [UInt8]) {
        for length in Self.lengths {
            let around = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            let text = around + character + around
            Vector("whole", hears: .violation(.invalidText)) { $0.frame(0x81, text) }.check()
            for cut in text.indices {
                let bytes = fragments(text, at: cut)
                #expect(heard([bytes[...]], as: .server) == [.violation(.invalidText)])
            }
        }
    }

    @Test(arguments: invalid)
    func `is refused by its first bad byte, before the frame is whole`(character: [UInt8]) {
        let frame = Peer(endpoint: .client).frame(0x01, Array("κόσμε".utf8) + character + [1, 2])
        let bad = frame.count - 3
        #expect(heard([frame[..<bad]], as: .client) == [])
        #expect(heard([frame[...bad]], as: .client) == [.violation(.invalidText)])
    }

    @Test(arguments: valid.filter { $0.count > 1 })
    func `does not end inside a character`(character: [UInt8]) {
        for count in 1..<character.count {
            let text = Array(character.prefix(count))
            guard String(validating: text, as: UTF8.self) == nil else { continue }
            Vector("whole", hears: .violation(.invalidText)) { $0.frame(0x81, text) }.check()
            Vector("in fragments", hears: .violation(.invalidText)) {
                $0.frame(0x01, text) + $0.frame(0x80)
            }.check()
        }
    }

    @Test func `has the same judge as the standard library`() {
        var random = SeededGenerator(seed: 8)
        let alphabet: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
            0xF4,
        ]
        var validCount = 0
        for _ in 0..<20_000 {
            let text = (0..<random.below(6)).map { _ in
                alphabet[random.below(alphabet.count)]
            }
            let judged = String(validating: text, as: UTF8.self)
            let expected = judged.map(Said.text) ?? .violation(.invalidText)
            validCount += judged == nil ? 0 : 1
            #expect(
                heard([Peer(endpoint: .server).frame(0x81, text)[...]], as: .server) == [expected])
        }
        #expect(validCount > 1_000)
    }

    @Test func `is not asked of binary messages`() {
        Vector("binary", hears: .binary([0xFF, 0xFE])) { $0.frame(0x82, [0xFF, 0xFE]) }.check()
        Vector("in fragments", hears: .binary([0xFF, 0xFE])) {
            $0.frame(0x02, [0xFF]) + $0.frame(0x80, [0xFE])
        }.check()
    }

    private func fragments(_ text: [UInt8], at cut: Int) -> [UInt8] {
        let peer = Peer(endpoint: .server)
        return peer.frame(0x01, Array(text[..<cut])) + peer.frame(0x80, Array(text[cut...]))
    }
}
