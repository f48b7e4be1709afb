import Testing

@testable import Terminal

@Suite struct `The line being typed` {
    static let vocabulary = Vocabulary(
        commands: ["accept", "audience", "chat", "help", "history", "up"],
        friends: ["ben", "bert", "cleo"], askers: ["dan"], activities: ["coffee", "cinema"])

    static let completions: [(String, Bool, Completion)] = [
        ("", false, Completion.choices(["accept", "audience", "chat", "help", "history", "up"])),
        ("c", false, .insert("hat ")), ("h", false, .choices(["help", "history"])),
        ("x", false, .nothing), ("chat", false, .insert(" ")),
        ("chat b", false, .insert("e")), ("chat be", false, .choices(["ben", "bert"])),
        ("chat cl", false, .insert("eo ")), ("chat ", false, .choices(["ben", "bert", "cleo"])),
        ("accept ", false, .insert("dan ")), ("up co", false, .insert("ffee ")),
        ("audience coffee --only c", false, .insert("leo ")), ("up coffee c", false, .nothing),
        ("help ac", false, .insert("cept ")), ("/up co", true, .insert("ffee ")),
        ("up co", true, .nothing), ("", true, .nothing),
    ]

    @Test(arguments: completions)
    func `is completed`(head: String, inRoom: Bool, completion: Completion) {
        #expect(Completion(head, from: Self.vocabulary, slash: inRoom) == completion)
    }

    @Test func `is completed by nothing that would not be a word of it`() {
        let evil = Vocabulary(
            commands: ["up"], friends: ["ben", "b\u{1B}[2J", "b\nblock"],
            activities: ["co\nblock ben", "coffee", "c\u{202E}"])
        #expect(evil.candidates(for: ["up", "c"]) == ["coffee"])
        #expect(evil.candidates(for: ["chat", ""]) == ["ben"])
    }

    @Test func `is put together from bytes, however they come`() {
        let text = "aé日👍\u{7F}"
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            let typed = Keyboard.typed([bytes[..<split], bytes[split...]])
            #expect(typed == text, "split at \(split)")
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3, 0x61], "\u{FFFD}a"), ([0x80], "\u{FFFD}"),
            (Array("\u{2068}\u{5D0}\u{2069}\u{200F}a".utf8), "\u{5D0}\u{200F}a"),
            ([0xE2, 0x82, 0x61], "\u{FFFD}a"), ([0xED, 0xA0, 0x80, 0x61], "\u{FFFD}a"),
        ] as [([UInt8], String)])
    func `shows a mark for bytes that are no character`(bytes: [UInt8], text: String) {
        #expect(Keyboard.typed([bytes[...]]) == text)
    }

    /// What the line is after each key, and whether the other is to know then.
    static let typedLines: [([(String, Bool)])] = [
        [("h", true), ("hi", false)], [("日", true)], [("hi", false), ("hi!", true)],
        // A key that does something else: a toggle, the cursor, an old line, a command.
        [("", false), ("", false)], [("hello", false)],
        [("hi", false), ("hi", false), ("h", false)],
        [("/", false), ("/u", false)], [(" ", true), (" /", false), (" /u", false)],
        [("\nbck:", false), ("\nbck:h", false)],
    ]

    @Test(arguments: typedLines)
    func `tells that a text is written, and nothing else`(lines: [(String, Bool)]) {
        var typing = TypingSign()
        let now = ContinuousClock.now
        for (line, isDue) in lines {
            #expect(typing.isDue(for: Array(line.utf8), at: now) == isDue, "\(line)")
        }
    }

    @Test func `tells it again after a while, and of the next text at once`() {
        var typing = TypingSign()
        let now = ContinuousClock.now
        func isDue(_ line: String, after seconds: Int) -> Bool {
            typing.isDue(for: Array(line.utf8), at: now + .seconds(seconds))
        }
        #expect(isDue("a", after: 0))
        #expect(!isDue("ab", after: 2))
        #expect(isDue("abc", after: 3))
        typing.begin()
        #expect(isDue("a", after: 4))
    }

    static let hidden: [(String, HiddenLine.Course)] = [
        ("secret\n", .entered("secret")), ("\r", .entered("")), ("secret", .typing),
        ("pas\u{7F}x\n", .entered("pax")), ("aé日\u{7F}\u{8}\n", .entered("a")),
        ("\u{7F}a\n", .entered("a")), ("wrong\u{15}right\n", .entered("right")),
        ("sec\u{3}", .abandoned), ("\u{4}", .abandoned), ("a\u{4}\n", .entered("a\u{4}")),
    ]

    @Test(arguments: hidden)
    func `may be hidden`(keys: String, course: HiddenLine.Course) {
        var line = HiddenLine()
        var last = HiddenLine.Course.typing
        for byte in keys.utf8 { last = line.take(byte) }
        #expect(last == course)
    }

    @Test func `gets its notes in order, and its reader is woken`() throws {
        let box = try NoteBox()
        #expect(box.takeAll().isEmpty)
        for number in 0..<100_000 { box.put(.lines(["\(number)"])) }
        let lines = box.takeAll().map {
            if case .lines(let lines) = $0 { lines.joined() } else { "" }
        }
        #expect(lines == (0..<100_000).map(String.init), "a full pipe loses nothing")
        #expect(box.takeAll().isEmpty)
    }
}
