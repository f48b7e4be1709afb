import Lexicon
import TestLexicon
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

    @Test func `knows irregular forms, phrases and names`() throws {
        #expect(try dictionary.entry(of: "mice")?.word == "mouse")
        #expect(try dictionary.entry(of: "hot  dog")?.word == "hot dog")
        #expect(try dictionary.entry(of: "paris")?.word == "Paris")
    }

    @Test(arguments: ["", " ", "dogx", "do\u{0}g", String(repeating: "a", count: 10_000), "'--"])
    func `has no entry of what is no word`(typed: String) throws {
        #expect(try dictionary.entry(of: typed) == nil)
    }

    @Test func `leaves out what insults`() throws {
        #expect(try dictionary.entry(of: "wretch") == nil)
        #expect(try dictionary.entry(of: "lout") == nil)
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
                for: dog, count: 3, use: .any, by: UInt64(chance))
            #expect(others.count == 3)
            #expect(others.allSatisfy { $0.sense.part == .noun && $0.level == .beginner })
            #expect(Set(others.map(\.word) + ["dog"]).count == 4)
            #expect(Set(others.map(\.sense.definition)).count == 3)
        }
    }

    @Test func `goes to the next levels where one has too few distractors`() throws {
        let tapir = try #require(try dictionary.sense(1, of: "tapir"))
        let others = try dictionary.distractors(for: tapir, count: 20, use: .any, by: 3)
        #expect(others.count == 20)
        #expect(others.contains { $0.level == .hard })
    }

    @Test func `draws the same by the same number`() throws {
        let wish = WordWish(level: .easy)
        #expect(try dictionary.draw(wish, by: 7) == dictionary.draw(wish, by: 7))
    }
}
