import Accounts
import Kernel
import Lexicon
import Speech
import SwiftProtobuf
import Wire

/// Rounds: begun, answered and looked at (B6, B17-B20, B22, B23, B28).
struct RoundCommands: Sendable {
    /// Of so many rounds all but one are about words that the player has seen, if there are any.
    private static let freshOneIn: UInt64 = 4
    private static let texts = PlainText.Limits(WordAnswer.textLength)

    let terms: WordTerms
    let settlement: Settlement
    let daily: DailyCommands
    let duels: Duels

    func play(
        _ command: WordPlay, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> WordRound {
        let kinds = [command.game != .unspecified, command.daily, command.duel > 0]
        guard kinds.count(where: { $0 }) == 1 else {
            throw Refusal(
                .invalidField, field: "game", "expected a game, `daily` or a duel, one of them")
        }
        if command.duel > 0 {
            guard command.language.isEmpty else {
                throw Refusal(
                    .invalidField, field: "language", "expected none: a duel has its own")
            }
            let (duel, contest) = try duels.open(command.duel, caller, in: transaction)
            try settlement.settleDue(of: caller.user, in: transaction)
            return try next(of: contest, zone: 0, until: duel.until, caller, in: transaction)
        }
        let lexicon = try terms.lexicon(
            of: command.language, for: caller.user, in: transaction)
        if command.daily {
            try settlement.settleDue(of: caller.user, in: transaction)
            let (contest, zone) = try daily.contest(for: caller, lexicon, in: transaction)
            return try next(of: contest, zone: zone, until: nil, caller, in: transaction)
        }
        guard WordGame.all.contains(command.game), terms.has(command.game, in: lexicon.language)
        else { throw .noGame(terms.games(in: lexicon.language)) }
        try settlement.settleDue(of: caller.user, in: transaction)
        let open = try transaction.first(
            .openRound(of: caller.user, command.game, in: lexicon.language))
        if let open { return open.asked }
        let void = try transaction.first(
            .voidRound(of: caller.user, command.game, in: lexicon.language))
        if let void { return try void.again(in: transaction).asked }
        return try begin(command.game, lexicon, caller, in: transaction)
    }

    private func begin(
        _ game: WordGame, _ lexicon: any Lexicon, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> WordRound {
        let player = try StoredPlayer.open(caller.user, terms, in: transaction)
        let question = try question(game, lexicon, player, in: transaction)
        guard let question else {
            throw Refusal(
                .notFound, field: "game",
                "no word of your level and category is good for this game")
        }
        return try StoredRound.begin(
            question, in: lexicon.language, for: caller.user, of: nil, in: transaction
        ).asked
    }

    /// B22: about a word that the player has seen, if enough of them are of the level and the
    /// category; now and then about any.
    private func question(
        _ game: WordGame, _ lexicon: any Lexicon, _ player: StoredPlayer,
        in transaction: Transaction
    ) throws(Refusal) -> Question? {
        var chance = Chance(transaction: transaction)
        let level = WordLevel(rawValue: Int(player.level)) ?? .beginner
        let category = player.category.isEmpty ? nil : player.category
        let questioner = Questioner(lexicon: lexicon)
        if chance.next() % Self.freshOneIn > 0 {
            let seen = SeenWords(language: lexicon.language, transaction: transaction)
            let stored = try seen.pick(level: player.level, by: player.user)
            let words = try looking { () throws(LexiconFailure) in
                var words: [DrawnWord] = []
                for word in stored.shuffled(using: &chance) {
                    guard let drawn = try lexicon.sense(word.sense, of: word.word) else { continue }
                    words.append(drawn)
                }
                return words
            }
            let question = questioner.question(game, amongAll: words) { word in
                word.level == level && (category == nil || word.sense.category == category)
            }
            if let question { return question }
        }
        return try looking { () throws(LexiconFailure) in
            try questioner.question(game, level: level, category: category, by: &chance)
        }
    }

    /// The next round of a contest; the open one, if there is one.
    private func next(
        of contest: Contest, zone: Int, until end: Moment?, _ caller: Caller,
        in transaction: Transaction
    ) throws(Refusal) -> WordRound {
        if let open = try transaction.first(.openRound(of: caller.user, in: contest.id)) {
            return open.asked
        }
        let entrant =
            if let entered = try transaction.first(.entrant(caller.user, in: contest.id)) {
                entered
            } else {
                try Entrant.enter(caller.user, zone: zone, contest.id, in: transaction)
            }
        let number = entrant.played + 1
        guard number <= contest.count,
            let question = try transaction.first(.task(number, of: contest.id))
        else { throw Refusal(.tooLate, "you have played all of its rounds") }
        return try StoredRound.begin(
            question, in: contest.language, for: caller.user,
            of: (contest.id, contest.shown(number: number)), in: transaction
        ).asked
    }

    func answer(
        _ command: WordAnswer, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> WordResult {
        _ = try PlainText(command.text, Self.texts, field: "text")
        let id = try StoredRound.ID(text: command.round)
        guard let round = try transaction.first(.round(id, of: caller.user)) else {
            throw .noRound
        }
        try round.requireOpen(at: transaction.now)
        if command.failed {
            guard command.choice == 0, command.text.isEmpty else {
                throw Refusal(
                    .invalidField, field: "failed", "expected no answer beside `failed`")
            }
            return try settlement.void(round, in: transaction)
        }
        let result = try judged(command, round)
        try settlement.settleDue(of: caller.user, in: transaction)
        return try settlement.settle(round, as: result, at: transaction.now, in: transaction)
    }

    private func judged(_ command: WordAnswer, _ round: StoredRound) throws(Refusal) -> WordResult {
        let choices = round.asked.choices
        guard command.choice == 0 || !choices.isEmpty else {
            throw Refusal(.invalidField, field: "choice", "expected none: this round has a text")
        }
        guard choices.isEmpty || command.text.isEmpty else {
            throw Refusal(.invalidField, field: "text", "expected none: this round has choices")
        }
        guard command.choice <= choices.count || command.choice == 0 else {
            throw Refusal(.invalidField, field: "choice", "expected 1 to \(choices.count)")
        }
        guard round.asked.game != .speak || command.text.isEmpty else {
            throw Refusal(
                .invalidField, field: "text",
                "expected none: this round is answered by a recording")
        }
        guard command.choice > 0 || !command.text.isEmpty else {
            return round.lost(isExpired: false)
        }
        var result = round.outcome
        if command.choice > 0 {
            result.answer = choices[Int(command.choice) - 1]
            result.won = command.choice == result.choice
        } else {
            result.answer = command.text
            result.won = WordKey.isSame(command.text, result.word)
        }
        return result
    }

    func read(
        _ command: WordRoundRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> WordRoundState {
        let id = try StoredRound.ID(text: command.round)
        guard let round = try snapshot.first(.round(id, of: caller.user)) else { throw .noRound }
        return round.state(at: snapshot.now)
    }
}

extension WordTerms {
    /// Which games there are with words of a language.
    func games(in language: String) -> [WordGame] {
        WordGame.all.filter { has($0, in: language) }
    }

    /// Whether there is what a game needs.
    func has(_ game: WordGame, in language: String) -> Bool {
        switch game {
        case .chooseDefinition, .chooseWord, .fillGap: true
        case .spell: pronouncer?.languages.contains(language) ?? false
        case .speak: judge?.languages.contains(language) ?? false
        case .unspecified, .UNRECOGNIZED: false
        }
    }
}

extension Refusal {
    fileprivate static func noGame(_ games: [WordGame]) -> Refusal {
        let names = games.map(\.name).joined(separator: ", ")
        return Refusal(.notFound, field: "game", "expected one of: \(names)")
    }
}

extension WordGame {
    /// As JSON says it.
    var name: String {
        switch self {
        case .chooseDefinition: "CHOOSE_DEFINITION"
        case .chooseWord: "CHOOSE_WORD"
        case .fillGap: "FILL_GAP"
        case .spell: "SPELL"
        case .speak: "SPEAK"
        case .unspecified, .UNRECOGNIZED: ""
        }
    }
}
