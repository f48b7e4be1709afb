import Kernel
import SwiftProtobuf
import Wire

// Games of words: rounds begin, are answered and end (B6, B9, B16-B20).
extension Rules {
    private static let roundLifetime = Duration.seconds(300)
    private static let roundKept = Duration.seconds(86_400)
    private static let wordGames: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]

    /// The requirements of a round.
    private struct Demand {
        /// nil: any.
        var game: WordGame?
        let level: UInt32
        var contest: WordBook.Contest?
        var number: UInt32 = 0
    }

    /// - Parameter drawn: the round that chance has made, according to the answer; nil: none.
    mutating func play(
        _ command: WordPlay, by user: String, at now: Moment, drawn: WordRound?
    ) -> Outcome {
        let kinds = [command.game != .unspecified, command.daily, command.duel > 0]
        guard kinds.count(where: { $0 }) == 1 else { return Outcome(.invalidField) }
        if command.duel > 0 {
            guard let duel = words.duels[command.duel], duel.pair.includes(user) else {
                return Outcome(.notFound)
            }
            guard !duel.isOver, duel.until > now else { return Outcome(.tooLate) }
            let events = settleDueRounds(of: user, at: now)
            return next(of: .duel(command.duel), duel.level, by: user, at: now, drawn, events)
        }
        if command.daily {
            let events = settleDueRounds(of: user, at: now)
            guard nextDaily(of: user, at: now) == nil else { return Outcome(.conflict) }
            let day = WordBook.day(at: now, zone: words.players[user]?.zone ?? 0)
            return next(of: .day(day), nil, by: user, at: now, drawn, events)
        }
        guard Self.wordGames.contains(command.game) else { return Outcome(.notFound) }
        let events = settleDueRounds(of: user, at: now)
        let open = words.rounds.values.first {
            $0.user == user && $0.contest == nil && $0.ended == nil
                && $0.asked.game == command.game
        }
        if let open { return Outcome(.wordRound(open.asked), events) }
        let level = words.players[user]?.level ?? 1
        return begin(drawn, Demand(game: command.game, level: level), by: user, at: now, events)
    }

    /// - Parameter level: of its words; nil: each word is harder than the one before.
    private mutating func next(
        of contest: WordBook.Contest, _ level: UInt32?, by user: String, at now: Moment,
        _ drawn: WordRound?, _ events: Events
    ) -> Outcome {
        let open = words.rounds.values.first {
            $0.user == user && $0.contest == contest && $0.ended == nil
        }
        if let open { return Outcome(.wordRound(open.asked), events) }
        let zone = words.players[user]?.zone ?? 0
        let entrant =
            words.entrants[contest]?[user] ?? WordBook.Entrant(zone: zone, begun: now)
        guard !entrant.hasFinished else { return Outcome(.tooLate) }
        words.entrants[contest, default: [:]][user] = entrant
        let number = entrant.played + 1
        let known = words.questions[contest]?[number]
        let demand = Demand(
            game: known?.game, level: level ?? number, contest: contest, number: number)
        let outcome = begin(drawn, demand, by: user, at: now, events)
        guard case .success = outcome.result, let drawn else { return outcome }
        guard known == nil || known == WordBook.Question(drawn) else {
            return Outcome(.wordUnexpected)
        }
        words.questions[contest, default: [:]][number] = WordBook.Question(drawn)
        return outcome
    }

    private mutating func begin(
        _ drawn: WordRound?, _ demand: Demand, by user: String, at now: Moment, _ events: Events
    ) -> Outcome {
        guard let drawn, let entry = words.key.entry(of: drawn), entry.level == demand.level,
            let choice = words.key.choice(in: drawn), Set(drawn.choices).count == 4,
            drawn.choices.count == 4, drawn.round.utf8.count == 16,
            words.rounds[drawn.round] == nil, Self.wordGames.contains(drawn.game)
        else { return Outcome(.wordUnexpected) }
        let expires = now.advanced(by: Self.roundLifetime)
        var round = WordRound.with {
            ($0.round, $0.prompt, $0.choices) = (drawn.round, drawn.prompt, drawn.choices)
            ($0.game, $0.language, $0.part) = (demand.game ?? drawn.game, "en", "noun")
            ($0.level, $0.expiresAt) = (demand.level, expires.timestamp)
        }
        if let contest = demand.contest { round.contest = shown(contest, demand.number) }
        let right = WordResult.with {
            ($0.round, $0.game, $0.language) = (round.round, round.game, "en")
            ($0.level, $0.word, $0.choice) = (demand.level, entry.word, choice)
            $0.definition = entry.definition
            if demand.contest != nil { $0.contest = round.contest }
        }
        words.rounds[round.round] = WordBook.Round(
            user: user, asked: round, contest: demand.contest, expires: expires, result: right)
        return Outcome(.wordRound(round), events)
    }

    private func shown(_ contest: WordBook.Contest, _ number: UInt32) -> WordContest {
        .with {
            switch contest {
            case .day(let day): $0.day = WordBook.text(of: day)
            case .duel(let duel): $0.duel = duel
            }
            ($0.number, $0.count) = (number, WordBook.contestCount)
        }
    }

    mutating func answer(_ command: WordAnswer, by user: String, at now: Moment) -> Outcome {
        guard let round = words.rounds[command.round], round.user == user else {
            return Outcome(.notFound)
        }
        guard round.ended == nil else { return Outcome(.conflict) }
        guard round.isOpen(at: now) else { return Outcome(.tooLate) }
        guard command.text.isEmpty, command.choice <= round.asked.choices.count else {
            return Outcome(.invalidField)
        }
        var result = round.result
        result.won = command.choice > 0 && command.choice == result.choice
        if command.choice > 0 { result.answer = round.asked.choices[Int(command.choice) - 1] }
        let due = settleDueRounds(of: user, at: now)
        let (told, events) = settle(round, as: result, endedAt: now, at: now)
        return Outcome(.wordResult(told), due + events)
    }

    // MARK: - What follows when a round is over

    /// Counts a round that is over, once: for its player, its game, and its contest.
    private mutating func settle(
        _ round: WordBook.Round, as outcome: WordResult, endedAt time: Moment, at now: Moment
    ) -> (WordResult, Events) {
        var result = outcome
        var player = words.players[round.user] ?? WordBook.Player()
        player.settle(result.game, isWon: result.won, level: result.level)
        player.seen.insert(result.word)
        words.players[round.user] = player
        (result.gamesCount, result.streakCount) = (player.games, player.streak)
        (result.highScore, result.score) = (
            player.best * 100, player.scores[result.game]?.score ?? 0
        )
        words.rounds[result.round]?.result = result
        words.rounds[result.round]?.ended = now
        let told = [(to: round.user, body: Body.wordPlayed(result))]
        guard let contest = round.contest else { return (result, told) }
        return (result, told + note(result, of: round.user, in: contest, endedAt: time))
    }

    private mutating func note(
        _ result: WordResult, of user: String, in contest: WordBook.Contest, endedAt time: Moment
    ) -> Events {
        if case .duel(let number) = contest {
            guard let duel = words.duels[number], !duel.isOver, time < duel.until else { return [] }
        }
        words.entrants[contest]?[user]?.played += 1
        if result.won { words.entrants[contest]?[user]?.solved += 1 }
        let entrants = words.entrants[contest] ?? [:]
        guard let entrant = entrants[user], entrant.hasFinished else { return [] }
        switch contest {
        case .duel(let number):
            guard entrants.values.allSatisfy(\.hasFinished) else { return [] }
            return endDuel(number, isCalledOff: false)
        case .day(let day):
            let friends = Set(friends(of: user).filter { entrants[$0]?.hasFinished == true })
            guard !friends.isEmpty else { return [] }
            let body = WordDailyShown.with {
                ($0.day, $0.language) = (WordBook.text(of: day), "en")
                ($0.friend.user, $0.friend.solved) = (profile(of: user), entrant.solved)
            }
            words.showings.append(WordBook.Showing(friends: friends, body: body))
            return []
        }
    }

    /// The rounds that a user has not answered in time are lost.
    private mutating func settleDueRounds(of user: String, at now: Moment) -> Events {
        settle(words.rounds.values.filter { $0.user == user && $0.isDue(at: now) }, at: now)
    }

    private mutating func settle(_ due: [WordBook.Round], at now: Moment) -> Events {
        let sorted = due.sorted { ($0.expires, $0.asked.round) < ($1.expires, $1.asked.round) }
        return sorted.flatMap { round -> Events in
            settle(round, as: Self.lost(round), endedAt: round.expires, at: now).1
        }
    }

    static func lost(_ round: WordBook.Round) -> WordResult {
        var lost = round.result
        (lost.won, lost.expired) = (false, true)
        return lost
    }

    /// Ends the rounds and the duels whose time has passed.
    mutating func passWords(at now: Moment) -> Events {
        let rounds = settle(words.rounds.values.filter { $0.isDue(at: now) }, at: now)
        let due = words.duels.filter { !$0.value.isOver && $0.value.until <= now }
        return due.keys.sorted().reduce(rounds) { $0 + endDuel($1, isCalledOff: false) }
    }

    /// Forgets rounds that ended long ago.
    mutating func forgetWords(at now: Moment) -> Events {
        let before = now.advanced(by: .zero - Self.roundKept)
        words.rounds = words.rounds.filter { ($0.value.ended ?? before) >= before }
        return []
    }
}

extension ErrorCode {
    /// Never sent by a server: chance has made a round that the rules do not allow.
    fileprivate static let wordUnexpected = ErrorCode.UNRECOGNIZED(-2)
}
