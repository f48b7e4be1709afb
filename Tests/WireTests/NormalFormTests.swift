import Testing
import Wire

/// What `==` takes for the same has the same bytes, and nothing else has.
@Suite struct `The normal form of a text` {
    private static var scalars: some Sequence<Unicode.Scalar> {
        (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
    }

    @Test func `is one for each character, and equal to it`() {
        for scalar in Self.scalars {
            let text = String(Character(scalar))
            let normal = text.normalized
            guard !normal.isSame(as: text) else { continue }
            #expect(normal == text && normal.normalized.isSame(as: normal), "\(scalar.value)")
        }
    }

    @Test func `puts each mark in its place`() {
        var count = 0
        for scalar in Self.scalars where scalar.properties.canonicalCombiningClass.rawValue > 0 {
            count += 1
            let mark = Character(scalar)
            for other: Character in ["\u{323}", "\u{301}", "\u{5B0}"] {
                let (one, two) = ("a\(mark)\(other)", "a\(other)\(mark)")
                let areSame = one.normalized.isSame(as: two.normalized)
                #expect((one == two) == areSame, "\(scalar.value)")
            }
        }
        #expect(count > 900)
    }

    /// A run of so many marks as no word has.
    @Test(arguments: [29, 30, 31, 32, 61, 1_000])
    func `is one for all spellings of a long run`(count: Int) {
        let marks = String(repeating: "\u{315}", count: count)
        let below = String(repeating: "\u{323}", count: count)
        let spellings = [
            ["\u{E9}\(marks)", "e\u{301}\(marks)"],
            ["\u{E9}\(below)", "e\u{301}\(below)", "e\(below)\u{301}"],
            ["\u{1EC7}\(marks)", "e\u{323}\u{302}\(marks)", "\u{EA}\u{323}\(marks)"],
            ["\u{344}\(below)", "\u{308}\u{301}\(below)", "\(below)\u{344}"],
        ]
        for same in spellings {
            let normal = same[0].normalized
            for text in same {
                #expect(text == same[0] && text.normalized.isSame(as: normal))
                #expect(normal.normalized.isSame(as: normal))
            }
        }
    }

    /// Sorted by the library, these would take 400 ms.
    @Test func `takes a text of marks in a time that grows with their number`() {
        let marks = "a" + String(repeating: "\u{301}\u{327}", count: 15_500)
        let normal = marks.normalized
        #expect(normal.unicodeScalars.first == "\u{E1}" && normal.unicodeScalars.count > 8_000)
        let classes = normal.unicodeScalars.dropFirst().map {
            $0.properties.canonicalCombiningClass.rawValue
        }
        #expect(classes == classes.sorted())
        #expect(normal.normalized.isSame(as: normal))
    }

    @Test(arguments: [
        ("", ""), ("laptop", "laptop"), ("e\u{301}", "\u{E9}"), ("\u{AC00}\u{11A8}", "\u{AC01}"),
        ("\u{FB01}", "\u{FB01}"), ("\u{2126}", "\u{3A9}"), ("\u{301}", "\u{301}"),
        ("\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}"),
    ])
    func `composes, and leaves what only reads alike`(text: String, normal: String) {
        #expect(text.normalized.isSame(as: normal))
    }
}
