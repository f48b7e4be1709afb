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

    /// Marks are sorted run by run: the time for 31,000 in one run is that of 1,000 times 1,000.
    @Test func `has no run of marks that would take long to sort`() {
        let marks = String(repeating: "\u{301}\u{327}", count: 15_500)
        let normal = "a\(marks)".normalized
        let runs = normal.unicodeScalars.split {
            $0.properties.canonicalCombiningClass == .notReordered
        }
        #expect(runs.allSatisfy { $0.count <= 30 } && runs.count > 100)
        #expect(normal.normalized.isSame(as: normal))
        let few = "a" + String(repeating: "\u{327}\u{301}", count: 15)
        #expect(few.normalized.unicodeScalars.filter { $0 == "\u{34F}" }.isEmpty)
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
