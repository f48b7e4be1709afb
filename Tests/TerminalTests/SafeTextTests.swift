import TestSupport
import Testing

@testable import Terminal

@Suite struct `What others wrote` {
    private static func isolated(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }

    static let lines: [(String, String)] = [
        ("lunch?", "lunch?"),
        ("", ""),
        // Escape sequences, 7-bit and 8-bit, whole ones.
        ("\u{1B}[31mred\u{1B}[0m", "red"),
        ("a\u{1B}[2J\u{1B}[Hb", "ab"),
        ("\u{1B}[38;2;1;2;3mx", "x"),
        ("a\u{9B}31mb", "ab"),
        ("\u{1B}]0;title\u{07}text", "text"),
        ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
        ("\u{9D}52;c;aGk=\u{9C}x", "x"),
        ("\u{1B}Pq#0\u{1B}\\x", "x"),
        ("\u{1B}(0qqq", "qqq"),
        ("\u{1B}cx", "x"),
        // Sequences that never end hide nothing.
        ("\u{1B}]0;title", "0;title"),
        ("\u{1B}[", ""), ("\u{1B}", ""), ("a\u{1B}[31", "a"), ("\u{1B}[1\u{1B}[2mx", "x"),
        // Control characters.
        ("a\u{07}\u{08}\u{7F}\u{00}b", "ab"),
        ("a\u{85}b", "a b"), ("a\u{8D}b", "ab"),
        ("a\tb", "a b"), ("a\r\nb", "a b"), ("a\n\n\nb", "a b"),
        ("a\u{2028}b\u{2029}c", "a b c"),
        // Direction.
        ("\u{202E}evil\u{202C}", "evil"), ("\u{2066}a\u{2069}", "a"), ("a\u{200E}\u{200F}b", "ab"),
        ("\u{061C}a", "a"),
        // Letters that show nothing.
        ("b\u{200B}en", "ben"), ("b\u{FEFF}en", "ben"), ("b\u{00AD}en", "ben"),
        ("b\u{2060}en", "ben"), ("\u{3164}", ""), ("a\u{E0041}", "a"), ("a\u{E0100}", "a"),
        ("b\u{200D}en", "ben"), ("b\u{200C}en", "ben"),
        // What must stay.
        ("👩\u{200D}💻", "👩\u{200D}💻"), ("🏳\u{FE0F}\u{200D}🌈", "🏳\u{FE0F}\u{200D}🌈"),
        ("👍🏽", "👍🏽"), ("🇩🇪", "🇩🇪"), ("नमस्ते", "नमस्ते"),
        ("می\u{200C}خواهم", isolated("می\u{200C}خواهم")), ("Zoë 日本語", "Zoë 日本語"),
        ("a\u{A0}b", "a b"),
        // What is read from right to left stays for itself: Hebrew, Arabic, N'Ko, Adlam.
        ("Zoë 日本語 שלום", isolated("Zoë 日本語 שלום")), ("مرحبا (3)", isolated("مرحبا (3)")),
        ("\u{7CA}", isolated("\u{7CA}")), ("\u{1E900}", isolated("\u{1E900}")),
        ("\u{2067}\u{5D0}\u{2069}\u{2069} 3", isolated("\u{5D0} 3")),
        ("\u{2068}a\u{2069}", "a"),
        // Towers of marks.
        ("z" + String(repeating: "\u{0301}", count: 50), "z\u{0301}\u{0301}\u{0301}\u{0301}"),
    ]

    @Test(arguments: lines)
    func `is one harmless line`(raw: String, shown: String) {
        #expect(SafeText(raw).line.unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test func `keeps its lines when they cannot be mistaken for ours`() {
        #expect(SafeText.lines("a\n\u{1B}[31mb\r\nc") == ["a", "b", "c"])
        #expect(SafeText.lines("") == [""])
        #expect(SafeText.lines("a\u{2028}b") == ["a", "b"])
        #expect(SafeText.lines("a\n\u{5D0} \nb") == ["a", "\u{2068}\u{5D0}\u{2069}", "b"])
    }

    @Test func `never holds a control, whatever comes in`() {
        var source = SeededGenerator(seed: 7)
        let nasty: [UInt32] = [
            0x1B, 0x5B, 0x5D, 0x9B, 0x07, 0x5C, 0x41, 0x31, 0x202E, 0x200D, 0x1F469, 0x0A, 0x301,
        ]
        for _ in 0..<2_000 {
            var raw = String.UnicodeScalarView()
            for _ in 0..<(source.next() % 24) {
                let pick = source.next()
                let value =
                    pick % 2 == 0
                    ? nasty[Int(pick / 2 % UInt64(nasty.count))] : UInt32(pick % 0x30000)
                raw.append(Unicode.Scalar(value) ?? "x")
            }
            let line = SafeText(String(raw)).line
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(SafeText(line).line == line, "a second washing finds nothing")
            for one in SafeText.lines(String(raw)) {
                #expect(!one.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x0A })
            }
        }
    }
}
