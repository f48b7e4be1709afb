import Lexicon
import TestLexicon
import TestSupport
import Testing

@Suite struct `A dictionary's file` {
    private let folder: TemporaryFolder
    private let tiny: TinyDictionary

    init() throws {
        folder = try TemporaryFolder()
        tiny = try TinyDictionary(in: folder.path)
        try tiny.build()
    }

    private func failure(_ path: String) -> LexiconFailure.Kind? {
        do throws(LexiconFailure) {
            try DictionaryFile(path).audit()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test func `is made of the same sources alike`() throws {
        let first = try folder.read("words-en.db")
        try tiny.build()
        #expect(try folder.read("words-en.db") == first)
    }

    @Test func `is refused when it is missing, or something else`() throws {
        #expect(failure(tiny.path) == nil)
        #expect(failure("\(folder.path)/none.db") == .missing)
        #expect(failure(folder.path) == .foreign)
        for bytes in [[], Array("SQLite format 3\0".utf8), [UInt8](repeating: 7, count: 9_000)] {
            try folder.write(bytes, to: "other.db")
            #expect(failure("\(folder.path)/other.db") == .foreign)
        }
    }

    @Test func `is refused when its end is missing, wherever it was cut`() throws {
        let whole = try folder.read("words-en.db")
        for count in stride(from: 100, to: whole.count, by: 4_097) {
            try folder.write(Array(whole[..<count]), to: "cut.db")
            #expect(failure("\(folder.path)/cut.db") == .cutOff)
        }
        try folder.write(whole + [0], to: "cut.db")
        #expect(failure("\(folder.path)/cut.db") == .cutOff)
    }

    @Test func `is refused when another version has made it`() throws {
        var bytes = try folder.read("words-en.db")
        bytes[63] = 99
        try folder.write(bytes, to: "old.db")
        #expect(failure("\(folder.path)/old.db") == .version)
    }

    @Test func `that was damaged is found out or read, and never traps`() throws {
        let whole = try folder.read("words-en.db")
        var random = SeededGenerator(seed: 28)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<20 {
                bytes[100 + Int(random.next() % UInt64(bytes.count - 100))] =
                    UInt8(truncatingIfNeeded: random.next())
            }
            try folder.write(bytes, to: "damaged.db")
            guard let dictionary = try? DictionaryFile("\(folder.path)/damaged.db") else {
                continue
            }
            _ = try? dictionary.audit()
            _ = try? dictionary.entry(of: "dog")
            _ = try? dictionary.words(from: "b", after: "", limit: 50)
            let drawn = try? dictionary.draw(WordWish(), by: 1)
            if let drawn {
                _ = try? dictionary.distractors(
                    for: drawn, count: 3, use: .any, category: nil, by: 2)
            }
        }
    }

    @Test func `is not made of sources that are missing or something else`() throws {
        let whole = try folder.read("words-en.db")
        for (name, text) in [
            ("data.noun", "00001000 05 n zz dog 0 000 | a dog\n"), ("index.verb", "run v x\n"),
            ("cntlist.rev", "no counts\n"), ("frequencies.tsv", "dog\tvery often\n"),
            ("frequencies.tsv", "dog\t1\t2\n"), ("frequencies.tsv", "dog\t901\n"),
            ("ipa.tsv", "dog\n"),
        ] {
            let before = try folder.read(name)
            try tiny.write(text, to: name)
            #expect(throws: SourceFailure.self, "\(name)") { try tiny.build() }
            try folder.write(before, to: name)
        }
        // The one from before is still there.
        #expect(try folder.read("words-en.db") == whole)
        #expect(!folder.files.contains("words-en.db.new"))
    }
}

@Suite struct `A word that is left out` {
    @Test(arguments: [
        ("cat", "the cat sat", "the ____ sat"), ("cat", "Cat, cat!", "____, ____!"),
        ("hot dog", "a hot dog please", "a ____ please"), ("run", "they run", "they ____"),
    ])
    func `stands nowhere in the text`(word: String, text: String, masked: String) {
        #expect(WordMask(word).masked(text) == masked)
    }

    @Test func `is no part of another word, unless that is to go, too`() {
        #expect(WordMask("cat").masked("category of cats") == nil)
        #expect(WordMask("cat").masked("two cats", whole: false) == "two ____")
        #expect(WordMask("cat").masked("a concatenation", whole: false) == nil)
    }
}
