import Lexicon
import TestSupport
import Testing

@Suite struct `The made-up dictionary` {
    @Test func `has words of each level, which are good for games`() throws {
        let folder = try TemporaryFolder()
        try SampleDictionary.write(to: "\(folder.path)/words-en.db")
        let file = try DictionaryFile("\(folder.path)/words-en.db")
        try file.audit()
        #expect(file.wordCount == SampleDictionary.entries.count)
        for level in WordLevel.allCases {
            for (use, chance) in [(WordUse.any, UInt64(1)), (.gap, 2)] {
                let word = try #require(
                    try file.draw(WordWish(level: level, use: use), by: chance))
                let known = try #require(
                    SampleDictionary.entries.first { $0.word == word.word })
                #expect(known.level == level.rawValue)
                #expect(known.definition == word.sense.definition)
                #expect(word.sense.examples == [known.sentence])
                #expect(known.sentence.contains(known.word))
                #expect(!known.definition.contains(known.word))
                let others = try file.distractors(
                    for: word, count: 3, use: use, category: nil, by: chance)
                #expect(others.count == 3)
            }
        }
    }

    @Test func `has no word twice`() {
        let words = Set(SampleDictionary.entries.map(\.word))
        #expect(words.count == SampleDictionary.entries.count)
    }
}
