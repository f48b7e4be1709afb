import Kernel
import SwiftProtobuf
import Testing
import TestLexicon
import Wire

@testable import Words

/// B5, B8, B10-B12, B15, B16, B21-B23: settings, favourites and seen words.
@Suite struct `Words that a player sees` {
    private let world: World

    init() throws { world = try World(friends: [("ana", "ben")]) }

    /// Sets how often the player has seen a word.
    private func see(_ word: String, _ count: UInt32) throws {
        let user = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            var player = try transaction.first(.player(of: user))
            if player == nil {
                player = try StoredPlayer.open(
                    user, WordTerms(), in: transaction)
            }
            guard var player else { throw .fault }
            try SeenWords(language: "en", transaction: transaction).note(
                word, sense: 1, level: 5, for: &player)
            player.language = "en"
            try player.store(in: transaction)
            try transaction.run(
                "UPDATE word_seen SET count = \(count) WHERE user_id = \(user) AND word = \(word)")
        }
    }

    @Test func `are drawn, and counted`() throws {
        var counts: [String: UInt32] = [:]
        for _ in 1...30 {
            let drawn = try world.ana.drawWord()
            counts[drawn.entry.word, default: 0] += 1
            #expect(drawn.seen == counts[drawn.entry.word] && drawn.entry.level == 1)
            #expect(!drawn.entry.senses.isEmpty)
        }
        #expect(try world.ana.seenWords() == counts)
        #expect(try world.ana.wordProfile().seen == UInt32(counts.count))
    }

    /// B21, word by word: of level 5 there are three in the dictionary.
    @Test func `more than ten times are put back, and another is drawn`() throws {
        try world.ana.setWords { $0.level = 5 }
        let words = ["adze", "quince", "tapir"]
        for word in words { try see(word, word == "tapir" ? 10 : 11) }
        let before = try world.ana.seenWords()
        let drawn = try world.ana.drawWord()
        let after = try world.ana.seenWords()
        // Whatever was drawn before this one was put back.
        #expect(after[drawn.entry.word] == drawn.seen)
        #expect(drawn.seen <= 11)
        for word in words where word != drawn.entry.word {
            #expect(after[word] == before[word] || before[word] == 11 && after[word] == 10)
        }
        for word in words { try see(word, 15) }
        let last = try world.ana.drawWord()
        let sum = try world.ana.seenWords().values.reduce(0, +)
        // At most twenty draws: nineteen put back at most, and one raised.
        #expect(sum < 45 && last.seen <= 16)
    }

    @Test func `are asked in games before others, and counted there`() throws {
        try see("dog", 1)
        for word in ["cat", "horse", "bird", "fish"] { try see(word, 1) }
        let user = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            try transaction.run("UPDATE word_seen SET level = 1 WHERE user_id = \(user)")
        }
        var known = 0
        var sum: UInt32 = 5
        for _ in 1...60 {
            let before = try Set(world.ana.seenWords().keys)
            let round = try world.ana.play(.chooseWord)
            let word = try world.answer(of: round).word
            known += before.contains(word) ? 1 : 0
            try world.ana.answer(round, rightly: true)
            sum += 1
            #expect(try world.ana.seenWords().values.reduce(0, +) == sum)
        }
        #expect(known >= 40)
    }

    @Test func `are of the level and the category that was set`() throws {
        for level in UInt32(1)...3 {
            try world.ana.setWords { ($0.level, $0.category) = (level, "") }
            for _ in 1...8 {
                #expect(try world.ana.drawWord().entry.level == level)
                let round = try world.ana.play(.chooseDefinition)
                #expect(round.level == level)
                try world.ana.answer(round, rightly: true)
            }
        }
        try world.ana.setWords { ($0.level, $0.category) = (1, "noun.food") }
        for _ in 1...12 {
            let drawn = try world.ana.drawWord()
            #expect(["bread", "milk", "apple", "sugar"].contains(drawn.entry.word))
            let round = try world.ana.play(.chooseWord)
            let word = try world.answer(of: round).word
            #expect(["bread", "milk", "apple", "sugar"].contains(word))
            try world.ana.answer(round, rightly: true)
        }
    }

    @Test func `are chosen by settings, which reach other devices`() throws {
        let set = try world.ana.setWords {
            ($0.level, $0.category, $0.notify, $0.zone) = (2, "noun.animal", true, -120)
        }
        #expect(set.language == "en" && set.level == 2 && set.notify && set.zone == -120)
        #expect(world.ana.inbox == [.wordSettingsChanged(set)])
        #expect(try world.ana.setWords { $0.level = 2 } == set)
        #expect(world.ana.inbox.count == 1)
        #expect(
            try world.ana.ask(.wordSettingsRead(WordSettingsRead())) { answer in
                if case .wordSettings(let settings) = answer { settings } else { nil }
            } == set)
        for (field, change) in Self.wrong {
            expectRefusal(.invalidField, field) { try world.ana.setWords(change) }
        }
    }

    private static let wrong: [(String, @Sendable (inout WordSettingsSet) -> Void)] = [
        ("level", { $0.level = 0 }), ("level", { $0.level = 6 }),
        ("language", { $0.language = "de" }), ("category", { $0.category = "noun.nothing" }),
        ("zone", { $0.zone = 841 }), ("zone", { $0.zone = -721 }),
    ]

    @Test func `are kept among favourites, once each`() throws {
        let cat = try world.ana.favour("Cat")
        #expect(cat.word == "cat" && cat.on)
        #expect(try world.ana.favour("cat") == cat)
        try world.ana.favour("apple")
        #expect(try world.ana.favourites() == ["apple", "cat"])
        #expect(try world.ana.wordProfile().favourites == 2)
        #expect(world.ana.inbox.count == 2)
        expectRefusal(.notFound, "word") { try world.ana.favour("zzz") }
        #expect(try world.ana.favour("cat", on: false).on == false)
        #expect(try world.ana.favour("cat", on: false).on == false)
        #expect(try world.ana.favourites() == ["apple"])
        #expect(world.ana.inbox.count == 3)
    }

    @Test func `are shared with friends as a message`() throws {
        try world.ana.call(.wordShare(.with { ($0.word, $0.to) = ("cat", "ben") }))
        guard case .roomMessage(let message)? = world.ben.inbox.last else {
            Issue.record("no message")
            return
        }
        #expect(message.from == "ana")
        #expect(message.text == "cat: a small animal that purrs and catches mice")
        expectRefusal(.notFriends, "to") {
            try world.ana.call(.wordShare(.with { ($0.word, $0.to) = ("cat", "cleo") }))
        }
        expectRefusal(.notFound, "word") {
            try world.ana.call(.wordShare(.with { ($0.word, $0.to) = ("zzz", "ben") }))
        }
    }

    @Test func `go with the account, and are in its export`() throws {
        _ = try world.ana.drawWord()
        try world.ana.favour("cat")
        try world.ana.answer(world.ana.play(), rightly: true)
        _ = try world.ana.playDaily()
        let parts = Set(
            try world.ana.export().compactMap { record -> String? in
                switch record.record {
                case .wordSettings: "settings"
                case .wordProfile: "profile"
                case .wordFavourite: "favourite"
                case .wordSeen: "seen"
                case .wordRound: "round"
                case .wordDaily: "daily"
                default: nil
                }
            })
        #expect(parts.count == 6)
    }
}
