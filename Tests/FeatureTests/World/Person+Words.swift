import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Words

extension Person {
    func play(_ game: WordGame = .chooseWord, cid: String = "") throws -> WordRound {
        try play(.with { ($0.game, $0.cid) = (game, cid) })
    }

    func playDaily() throws -> WordRound { try play(.with { $0.daily = true }) }

    func playDuel(_ number: UInt32) throws -> WordRound { try play(.with { $0.duel = number }) }

    func play(_ command: WordPlay) throws -> WordRound {
        try ask(.wordPlay(command)) { answer in
            if case .wordRound(let round) = answer { round } else { nil }
        }
    }

    /// Answers a round: rightly or wrongly, as only a test can know.
    @discardableResult
    func answer(_ round: WordRound, rightly: Bool, cid: String = "") throws -> WordResult {
        let right = try world.answer(of: round).choice
        let choice = rightly ? right : right % UInt32(round.choices.count) + 1
        return try answer(.with { ($0.round, $0.choice, $0.cid) = (round.round, choice, cid) })
    }

    func answer(_ command: WordAnswer) throws -> WordResult {
        try ask(.wordAnswer(command)) { answer in
            if case .wordResult(let result) = answer { result } else { nil }
        }
    }

    func round(_ round: WordRound) throws -> WordRoundState {
        try ask(.wordRoundRead(.with { $0.round = round.round })) { answer in
            if case .wordRoundState(let state) = answer { state } else { nil }
        }
    }

    func wordProfile(of name: String = "") throws -> WordProfile {
        try ask(.wordProfileRead(.with { $0.username = name })) { answer in
            if case .wordProfile(let profile) = answer { profile } else { nil }
        }
    }

    @discardableResult
    func setWords(_ change: (inout WordSettingsSet) -> Void) throws -> WordSettings {
        try ask(.wordSettingsSet(.with(change))) { answer in
            if case .wordSettings(let settings) = answer { settings } else { nil }
        }
    }

    func drawWord() throws -> WordDrawn {
        try ask(.wordDraw(WordDraw())) { answer in
            if case .wordDrawn(let drawn) = answer { drawn } else { nil }
        }
    }

    @discardableResult
    func favour(_ word: String, on: Bool = true) throws -> WordFavourite {
        try ask(.wordFavouriteSet(.with { ($0.word, $0.on) = (word, on) })) { answer in
            if case .wordFavourite(let favourite) = answer { favourite } else { nil }
        }
    }

    func favourites() throws -> [String] {
        try ask(.wordFavouriteList(WordFavouriteList())) { answer in
            if case .wordFavourites(let page) = answer { page.favourites.map(\.word) } else { nil }
        }
    }

    func seenWords() throws -> [String: UInt32] {
        try ask(.wordSeenList(WordSeenList())) { answer in
            guard case .wordSeenPage(let page) = answer else { return nil }
            return Dictionary(uniqueKeysWithValues: page.words.map { ($0.word, $0.count) })
        }
    }

    func daily() throws -> WordDaily {
        try ask(.wordDailyRead(WordDailyRead())) { answer in
            if case .wordDaily(let daily) = answer { daily } else { nil }
        }
    }

    func duels() throws -> [WordDuel] {
        try ask(.wordDuelList(WordDuelList())) { answer in
            if case .wordDuels(let page) = answer { page.duels } else { nil }
        }
    }

    /// Plays all rounds of the day's challenge.
    ///
    /// - Parameter count: how many of them are won.
    @discardableResult
    func finishDaily(winning count: Int = 5) throws -> [WordRound] {
        try (0..<5).map { number in
            let round = try playDaily()
            try answer(round, rightly: number < count)
            return round
        }
    }

    /// Plays all rounds of a duel.
    @discardableResult
    func finishDuel(_ number: UInt32, winning count: Int) throws -> [WordRound] {
        try (0..<5).map { place in
            let round = try playDuel(number)
            try answer(round, rightly: place < count)
            return round
        }
    }

    /// The results that this person has received, in order.
    var results: [WordResult] {
        inbox.compactMap { if case .wordPlayed(let result) = $0 { result } else { nil } }
    }
}

extension World {
    /// The stored answer of a round. No client receives it while the round is open.
    func answer(of round: WordRound) throws -> WordResult {
        let id = try StoredRound.ID(text: round.round)
        let query = Query<[UInt8]>("SELECT outcome FROM word_round WHERE id = \(id)") {
            columns throws(StoreError) in try columns.blob()
        }
        let stored = try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(query)
        }
        return try WordResult(serializedBytes: try #require(stored))
    }
}
