import Lexicon
import TestLexicon
import TestSupport
import Testing

@Suite struct `A dictionary` {
    private let dictionary: DictionaryFile

    init() throws { dictionary = try TinyDictionary.opened() }

    @Test func `says all meanings of a word, the part of speech first that it most often is`()
        throws
    {
        let dog = try #require(try dictionary.entry(of: "dog"))
        #expect(dog.senses.map(\.number) == [1, 2, 3])
        #expect(dog.senses.map(\.part) == [.noun, .noun, .verb])
        #expect(dog.senses[0].category == "noun.animal")
        #expect(dog.senses[0].definition == "an animal that barks and is kept by people")
        #expect(dog.senses[0].examples == ["the dog barks at night"])
        #expect(dog.senses[2].synonyms == ["trail"])
        #expect(dog.frequency == WordFrequency(hundredths: 510))
        #expect(dog.level == .beginner)
        #expect(dog.ipa == "[dog]")
    }

    @Test(arguments: ["DOG", " dog ", "dogs"]) func `takes a word as people type it`(typed: String)
        throws
    {
        #expect(try dictionary.entry(of: typed)?.word == "dog")
    }

    /// As phone keyboards and word processors write them.
    @Test(arguments: [
        ("o’clock", "o'clock"), ("O\u{2018}CLOCK", "o'clock"), ("o\u{2BC}clock", "o'clock"),
        ("o\u{2032}clock", "o'clock"), ("o\u{FF07}clock", "o'clock"), ("o'clock", "o'clock"),
        ("o`clock", "o'clock"), ("O\u{2BB}CLOCK", "o'clock"), ("o\u{B4}clock", "o'clock"),
        ("\u{FB01}re\u{FB02}y", "firefly"), ("wa\u{FB04}e", "waffle"),
        ("well‐known", "well-known"), ("well\u{2011}known", "well-known"),
        ("well–known", "well-known"), ("well\u{2212}known", "well-known"),
        ("o\u{2035}clock", "o'clock"), ("o\u{2C8}clock", "o'clock"),
        ("o\u{A78C}clock", "o'clock"), ("well\u{2043}known", "well-known"),
        ("wel\u{AD}l-known", "well-known"), ("well\u{200B}-known", "well-known"),
        ("café", "cafe"), ("cafe\u{301}s", "cafe"), ("CAFÉ", "cafe"), ("naïve", "naive"),
        ("hot\u{A0}dog", "hot dog"), ("hot\u{202F}dogs", "hot dog"), ("bœuf", "boeuf"),
        ("Ångström", "angstrom"), ("mañana", "mañana"), ("man\u{303}ana", "mañana"),
    ])
    func `takes what keyboards write for apostrophes, hyphens and accents`(
        typed: String, word: String
    ) throws {
        let folder = try TemporaryFolder()
        let lines =
            [
                "o'clock", "well-known", "cafe", "naive", "hot dog", "boeuf", "mañana", "manana",
                "firefly", "waffle",
            ]
            .map { TinyDictionary.Line($0, .noun, 13, 450, "something") }
            + [TinyDictionary.Line("angstrom", .noun, 23, 300, "a unit")]
        let tiny = try TinyDictionary(lines, in: folder.path)
        try tiny.build()
        let dictionary = try DictionaryFile(tiny.path)
        #expect(try dictionary.entry(of: typed)?.word == word)
        #expect(WordKey.isSame(typed, word) || typed.hasSuffix("s"))
    }

    @Test(arguments: ["doğ", "d\u{F6}g"])
    func `asks for no accents where it has none`(typed: String) throws {
        #expect(try dictionary.entry(of: typed)?.word == "dog")
    }

    @Test func `knows irregular forms, phrases and names`() throws {
        #expect(try dictionary.entry(of: "mice")?.word == "mouse")
        #expect(try dictionary.entry(of: "hot  dog")?.word == "hot dog")
        #expect(try dictionary.entry(of: "paris")?.word == "Paris")
    }

    @Test(arguments: [
        ("walks", "walk"), ("walked", "walk"), ("walking", "walk"), ("walker", nil),
        ("walkest", nil), ("kinder", "kind"), ("kindest", "kind"), ("kinding", nil),
        ("boxes", "box"), ("boxer", nil), ("boxed", nil),
    ])
    func `takes an ending for that of the parts of speech that have it`(
        typed: String, word: String?
    ) throws {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary(
            [
                .init("walk", .verb, 38, 480, "use one's feet"),
                .init("kind", .adjective, 0, 480, "good to others"),
                .init("box", .noun, 6, 480, "a container"),
            ], in: folder.path)
        try tiny.build()
        #expect(try DictionaryFile(tiny.path).entry(of: typed)?.word == word)
    }

    @Test(arguments: ["", " ", "dogx", "do\u{0}g", String(repeating: "a", count: 10_000), "'--"])
    func `has no entry of what is no word`(typed: String) throws {
        #expect(try dictionary.entry(of: typed) == nil)
    }

    @Test func `leaves out what insults`() throws {
        #expect(try dictionary.entry(of: "wretch") == nil)
        #expect(try dictionary.entry(of: "lout") == nil)
    }

    /// WordNet says whom it finds unpleasant, stupid or wicked; a package lists words that swear.
    @Test func `leaves out whom a word insults, and keeps what else it means`() throws {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary(
            [
                .init(
                    "unpleasant person", .noun, 18, nil, "a person who is not pleasant",
                    offset: 9_631_463),
                .init(
                    "unpleasant woman", .noun, 18, nil, "a woman who is unpleasant",
                    pointers: ["@ 09631463 n 0000"], offset: 10_739_636),
                .init(
                    "frump", .noun, 18, 480, "a dull girl", synonyms: ["dog"],
                    pointers: ["@ 10739636 n 0000"]),
                .init("dog", .noun, 5, 480, "an animal that barks"),
                .init(
                    "hussy", .noun, 18, 460, "a woman who", synonyms: ["slut", "harlot"],
                    tagCount: 0),
                .init("damn", .noun, 7, 470, "something of little value"),
                .init("hag", .noun, 18, 400, "an ugly evil-looking old woman"),
                .init("cat", .noun, 5, 480, "an animal that purrs"),
            ], in: folder.path)
        try tiny.write("slut\nDamn\n", to: "insults.txt")
        let report = try tiny.build()
        let dictionary = try DictionaryFile(tiny.path)
        #expect(try dictionary.entry(of: "dog")?.senses.map(\.category) == ["noun.animal"])
        for word in ["frump", "slut", "hag", "unpleasant woman"] {
            #expect(try dictionary.entry(of: word) == nil, "\(word)")
        }
        #expect(try dictionary.entry(of: "hussy")?.senses.map(\.synonyms) == [["harlot"]])
        // It can be looked up, and is not asked: not even by its number, of a time before.
        #expect(try dictionary.entry(of: "damn") != nil)
        #expect(try dictionary.sense(1, of: "damn") == nil)
        #expect(try dictionary.sense(1, of: "cat")?.sense.category == "noun.animal")
        #expect(report.gameWordCounts[.beginner] == 2)
    }

    /// What a definition says of its words, as WordNet says it.
    @Test(arguments: [
        "terms of abuse for a masturbator", "a maker of poor verses (used as terms of contempt)",
        "a thief (often used as a general term of abuse)", "a word of scorn for somebody",
        "a member of a race; the term is regarded as offensive by many", "a contemptuous name",
        "(sometimes offensive) a homeless boy", "a disparaging term for an appointee",
    ])
    func `leaves out what is said to insult`(gloss: String) throws {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary(
            [
                .init("gonif", .noun, 18, 480, gloss, synonyms: ["ganef"]),
                .init("gonif", .noun, 5, 480, "an animal that steals", offset: 9_000),
                .init("cat", .noun, 5, 480, "an animal that purrs"),
            ], in: folder.path)
        let report = try tiny.build()
        let dictionary = try DictionaryFile(tiny.path)
        #expect(try dictionary.entry(of: "ganef") == nil)
        #expect(try dictionary.entry(of: "gonif")?.senses.map(\.category) == ["noun.animal"])
        #expect(report.gameWordCounts[.beginner] == 1)
    }

    @Test(arguments: [
        "a drug of abuse", "a facial expression of contempt", "an offensive back",
        "a term of office",
    ])
    func `keeps what only speaks of insults`(gloss: String) throws {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary([.init("cat", .noun, 7, 480, gloss)], in: folder.path)
        try tiny.build()
        #expect(try DictionaryFile(tiny.path).entry(of: "cat") != nil)
    }

    @Test func `quotes no insult, and asks for no meaning whose definition does`() throws {
        let folder = try TemporaryFolder()
        let tiny = try TinyDictionary(
            [
                .init(
                    "furious", .adjective, 0, 480,
                    #"very angry; "he was furious"; "furious and pissed"; "mother-fucker!""#,
                    synonyms: ["pissed", "enraged", "mother fucker", "pissed-off"]),
                .init("snafu", .noun, 26, 480, "an acronym of soldiers: all Fucked up"),
                .init("pissed", .adjective, 0, 480, "drunk", synonyms: ["wet"]),
                .init("cat", .noun, 5, 480, "an animal that purrs; \"a classic of cats\""),
            ], in: folder.path)
        try tiny.write("pissed\nfucked\nmother fucker\nass\n", to: "insults.txt")
        let report = try tiny.build()
        let dictionary = try DictionaryFile(tiny.path)
        let furious = try #require(try dictionary.entry(of: "furious")?.senses.first)
        #expect(furious.examples == ["he was furious"] && furious.synonyms == ["enraged"])
        #expect(try dictionary.entry(of: "cat")?.senses.first?.examples == ["a classic of cats"])
        // They can be looked up.
        #expect(try dictionary.entry(of: "snafu")?.senses.count == 1)
        #expect(
            try dictionary.entry(of: "pissed")?.senses.map(\.synonyms) == [
                ["furious", "enraged"], ["wet"],
            ])
        #expect(report.gameWordCounts[.beginner] == 2)
    }

    @Test func `gives distractors of a category alone`() throws {
        for name in ["dog", "tapir"] {
            let word = try #require(try dictionary.sense(1, of: name))
            for chance in 0..<50 {
                let others = try dictionary.distractors(
                    for: word, count: 3, use: .any, category: "noun.animal", by: UInt64(chance))
                #expect(
                    others.count == 3 && others.allSatisfy { $0.sense.category == "noun.animal" })
            }
            #expect(
                try dictionary.distractors(
                    for: word, count: 3, use: .any, category: "noun.dragons", by: 1
                ).isEmpty)
        }
    }

    @Test func `lists words by their beginning, page by page`() throws {
        let first = try dictionary.words(from: "b", after: "", limit: 3)
        #expect(first.map(\.word) == ["bake", "beaver", "bird"])
        let second = try dictionary.words(from: "B", after: "bird", limit: 3)
        #expect(second.map(\.word) == ["bread", "bridge", "butter"])
        #expect(try dictionary.words(from: "b", after: "butter", limit: 3).isEmpty)
    }

    @Test func `draws each word of a level`() throws {
        var drawn: Set<String> = []
        for chance in 0..<500 {
            let word = try #require(
                try dictionary.draw(WordWish(level: .expert), by: UInt64(chance)))
            #expect(word.level == .expert)
            drawn.insert(word.word)
        }
        #expect(drawn == ["tapir", "quince", "adze"])
    }

    @Test func `draws by category and use`() throws {
        for chance in 0..<100 {
            let wish = WordWish(category: "noun.animal", use: .gap)
            let word = try #require(try dictionary.draw(wish, by: UInt64(chance)))
            #expect(word.sense.category == "noun.animal")
            #expect(word.sense.examples.contains { WordMask(word.word).finds(in: $0) })
        }
        #expect(try dictionary.draw(WordWish(category: "noun.dragons"), by: 1) == nil)
    }

    @Test func `gives distractors of the same part of speech, all different`() throws {
        let dog = try #require(try dictionary.sense(1, of: "dog"))
        for chance in 0..<100 {
            let others = try dictionary.distractors(
                for: dog, count: 3, use: .any, category: nil, by: UInt64(chance))
            #expect(others.count == 3)
            #expect(others.allSatisfy { $0.sense.part == .noun && $0.level == .beginner })
            #expect(Set(others.map(\.word) + ["dog"]).count == 4)
            #expect(Set(others.map(\.sense.definition)).count == 3)
        }
    }

    @Test func `goes to the next levels where one has too few distractors`() throws {
        let tapir = try #require(try dictionary.sense(1, of: "tapir"))
        let others = try dictionary.distractors(
            for: tapir, count: 20, use: .any, category: nil, by: 3)
        #expect(others.count == 20)
        #expect(others.contains { $0.level == .hard })
    }

    @Test func `draws the same by the same number`() throws {
        let wish = WordWish(level: .easy)
        #expect(try dictionary.draw(wish, by: 7) == dictionary.draw(wish, by: 7))
    }
}
