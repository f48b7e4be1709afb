import Kernel
import Lexicon
import SwiftProtobuf
import TestLexicon
import TestSupport
import Testing
import Wire

@testable import Words

/// B28: the right answer stays on the server until the player has guessed.
@Suite struct `The messages of word games` {
    /// Reads all messages of one player's games, and guesses by what is in them.
    private struct Bot: Sendable {
        let name: String
        /// The place of its guess among the choices, from 0.
        let guess: @Sendable (WordRound, [WordResult]) -> Int

        static func by(
            _ name: String,
            _ weight: @escaping @Sendable (String, WordRound, [WordResult]) -> Double
        ) -> Bot {
            Bot(name: name) { round, past in
                let weights = round.choices.map { weight($0, round, past) }
                return weights.indices.max { weights[$0] < weights[$1] } ?? 0
            }
        }
    }

    private static let bots: [Bot] = [
        Bot(name: "the first") { _, _ in 0 }, Bot(name: "the last") { _, _ in 3 },
        Bot(name: "the one after the last right one") { _, past in
            Int(past.last?.choice ?? 0) % 4
        },
        Bot(name: "by the round's number") { round, _ in
            Int((Int64(round.round, radix: 16) ?? 0) & 3)
        },
        Bot(name: "by the time") { round, _ in Int(round.expiresAt.nanos / 1_000_000) & 3 },
        .by("the longest") { choice, _, _ in Double(choice.utf8.count) },
        .by("the shortest") { choice, _, _ in -Double(choice.utf8.count) },
        .by("the first of the alphabet") { choice, _, _ in
            -Double(choice.utf8.prefix(4).reduce(0) { $0 * 256 + Int($1) })
        },
        .by("the one with most left out") { choice, _, _ in
            Double(choice.split(separator: "____", omittingEmptySubsequences: false).count)
        },
        .by("the one with least left out") { choice, _, _ in
            -Double(choice.split(separator: "____", omittingEmptySubsequences: false).count)
        },
        .by("the one with the prompt's letters") { choice, round, _ in
            Double(Set(choice.utf8).intersection(round.prompt.utf8).count)
        },
        .by("what was right most often") { choice, _, past in
            Double(past.count { $0.word == choice })
        },
        .by("what was right least often") { choice, _, past in
            -Double(past.count { $0.word == choice })
        },
        .by("what was right lately") { choice, _, past in
            Double(past.lastIndex { $0.word == choice } ?? -1)
        },
    ]

    /// A dictionary of words that mean nothing: nothing but the messages can help.
    private static func nonsense(in folder: TemporaryFolder) throws -> WordTerms {
        var chance = SeededGenerator(seed: 7)
        func word() -> String {
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            return String((0..<(4 + chance.below(7))).map { _ in letters[chance.below(26)] })
        }
        var taken: Set<String> = []
        let lines = (1...500).compactMap { _ -> TinyDictionary.Line? in
            let name = word()
            guard taken.insert(name).inserted else { return nil }
            func sentence() -> [String] { (0..<(4 + chance.below(8))).map { _ in word() } }
            let meaning = sentence().joined(separator: " ")
            var example = sentence()
            example.insert(name, at: chance.below(example.count))
            return TinyDictionary.Line(
                name, .noun, 5, 500, "\(meaning); \"\(example.joined(separator: " "))\"")
        }
        let tiny = try TinyDictionary(lines, in: folder.path)
        try tiny.build()
        return WordTerms(lexicons: [try DictionaryFile(tiny.path)])
    }

    /// In 600 rounds about some 170 words chance is right in 150 ± 20 of them; a bot that knew the
    /// words that were seen would be in 450.
    @Test(arguments: [WordGame.chooseDefinition, .chooseWord, .fillGap])
    func `tell a bot that reads every byte no more than chance`(game: WordGame) throws {
        let folder = try TemporaryFolder()
        let world = try World(words: Self.nonsense(in: folder))
        var hits = [Int](repeating: 0, count: Self.bots.count)
        var past: [WordResult] = []
        for _ in 1...600 {
            let round = try world.ana.play(game)
            let guesses = Self.bots.map { $0.guess(round, past) }
            // A bot that remembers what a word means plays as a person who has learnt it does.
            let result = try world.ana.answer(
                .with { ($0.round, $0.choice) = (round.round, UInt32(guesses[0] + 1)) })
            for (bot, guess) in guesses.enumerated() where guess + 1 == result.choice {
                hits[bot] += 1
            }
            past.append(result)
        }
        for (bot, count) in zip(Self.bots, hits) {
            #expect(count < 230, "\(bot.name): \(count) of 600")
        }
    }

    @Test func `tell nobody the answer of an open round, in whatever command asks for it`() throws {
        let world = try World()
        for game in [WordGame.chooseDefinition, .chooseWord, .fillGap] {
            let before = world.answers["ana"]?.count ?? 0
            let round = try world.ana.play(game)
            _ = try world.ana.round(round)
            _ = try world.ana.daily()
            _ = try world.ana.wordProfile()
            let answer = try world.answer(of: round)
            let said = (world.answers["ana"] ?? []).dropFirst(before)
            for bytes in said {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("\"definition\":\"") && !text.contains("\"choice\":"))
                // The definition is asked for, or is not there.
                #expect(
                    game == .chooseDefinition || !text.contains(answer.definition)
                        || round.prompt == answer.definition)
            }
        }
    }

    /// All that the player can read is the same before the question and after it, but for the open
    /// round itself.
    @Test(arguments: [WordGame.chooseDefinition, .chooseWord, .fillGap, .unspecified])
    func `change nothing that is read between a question and its answer`(game: WordGame) throws {
        let world = try World(friends: [("ana", "ben")])
        for _ in 1...30 { _ = try world.ana.drawWord() }
        for _ in 1...(game == .unspecified ? 5 : 40) {
            let before = try world.ana.readsOfWords()
            let round = game == .unspecified ? try world.ana.playDaily() : try world.ana.play(game)
            #expect(try world.ana.readsOfWords() == before)
            let seen = try world.ana.seenWords()[try world.answer(of: round).word] ?? 0
            try world.ana.answer(round, rightly: false)
            #expect(try world.ana.seenWords()[try world.answer(of: round).word] == seen + 1)
        }
    }

    /// Of a category whose words one knows, its one word among others would be the answer.
    @Test(arguments: [WordGame.chooseDefinition, .chooseWord, .fillGap])
    func `choose all from the category that the player has set`(game: WordGame) throws {
        let world = try World()
        let dictionary = try TinyDictionary.opened()
        // Of all categories, which are asked again.
        for _ in 1...30 { _ = try world.ana.answer(world.ana.play(game), rightly: false) }
        try world.ana.setWords { $0.category = "noun.animal" }
        for _ in 1...60 {
            let round = try world.ana.play(game)
            let answer = try world.ana.answer(round, rightly: true)
            guard game != .chooseDefinition else { continue }
            for choice in round.choices {
                let entry = try #require(try dictionary.entry(of: choice))
                #expect(entry.senses.contains { $0.category == "noun.animal" }, "\(answer.word)")
            }
        }
    }

    @Test func `leave out a word with its endings, and the article that tells how it begins`() {
        #expect(Blank.gap(of: "apple", in: "An apple fell.") == "a(n) ____ fell.")
        #expect(Blank.gap(of: "cat", in: "the cat's tail") == nil)
        #expect(Blank.gap(of: "cat", in: "\"Cat,\" said the cat") == "\"____,\" said the ____")
        #expect(Blank.gap(of: "hot dog", in: "eat a hot dog now") == "eat a(n) ____ now")
        #expect(Blank.gap(of: "bake", in: "baking is fun") == nil)
        #expect(
            Blank.leavingOut(["bake"], of: "what is baked, by baking") == "what is ____, by ____")
        #expect(
            Blank.leavingOut(["cat", "hot dog"], of: "Hot dogs, cats, category")
                == "____s, ____, category")
    }
}

extension Person {
    /// What a player can read of words, as texts, without what is asked now.
    fileprivate func readsOfWords() throws -> [String] {
        let reads: [ClientMessage.OneOf_Command] = [
            .wordSeenList(WordSeenList()), .wordProfileRead(WordProfileRead()),
            .wordDailyRead(WordDailyRead()), .wordFavouriteList(WordFavouriteList()),
            .wordSpeechList(WordSpeechList()), .wordDuelList(WordDuelList()),
            .wordLanguageList(WordLanguageList()),
        ]
        var texts = try reads.map { try ask($0) { answer in "\(answer)" } }
        // That one plays today, and what, is no secret of the player's.
        let kept = try export().filter { record in
            switch record.record {
            case .wordRound(let state)?: !state.open.hasExpiresAt
            case .wordDaily?: false
            default: true
            }
        }
        texts += try kept.map { try $0.jsonString() }
        return texts
    }
}
