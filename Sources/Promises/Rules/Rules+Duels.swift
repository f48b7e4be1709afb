import Kernel
import SwiftProtobuf
import Wire

// Duels of friends, days, and reads about games (B5, B9, B24, B27).
extension Rules {
    /// The activity that opens duels.
    package static let wordGame = "wordgame"
    private static let duelLifetime = Duration.seconds(900)
    private static let dailyRest = Duration.seconds(20 * 3_600)

    /// Two friends match for a word game: a duel begins, unless they have one.
    ///
    /// - Parameter began: of the match; a match opens one duel.
    mutating func openDuel(_ pair: Pair, since began: Moment, at now: Moment) -> Events {
        let isDone = words.duels.values.contains {
            $0.pair == pair && (!$0.isOver || $0.until >= began.advanced(by: Self.duelLifetime))
        }
        guard !isDone else { return [] }
        let number = draw()
        let level = [pair.low, pair.high].map { words.players[$0]?.level ?? 1 }.min() ?? 1
        words.duels[number] = WordBook.Duel(
            pair: pair, level: level, until: now.advanced(by: Self.duelLifetime))
        let entrant = WordBook.Entrant(begun: now)
        words.entrants[.duel(number)] = [pair.low: entrant, pair.high: entrant]
        return [pair.low, pair.high].map { ($0, .wordDuelOpened(duel(number, of: $0))) }
    }

    /// Ends a duel, for both at once.
    mutating func endDuel(_ number: UInt32, isCalledOff: Bool) -> Events {
        guard let pair = words.duels[number]?.pair else { return [] }
        words.duels[number]?.isOver = true
        words.duels[number]?.isCalledOff = isCalledOff
        return [pair.low, pair.high].map { ($0, .wordDuelEnded(duel(number, of: $0))) }
    }

    /// Calls off the duels of two users who are no longer friends.
    mutating func callOffDuels(of pair: Pair) -> Events {
        let open = words.duels.filter { $0.value.pair == pair && !$0.value.isOver }
        return open.keys.sorted().flatMap { endDuel($0, isCalledOff: true) }
    }

    mutating func set(_ command: WordSettingsSet, by user: String, at now: Moment) -> Outcome {
        guard !command.hasLevel || (1...5).contains(command.level),
            !command.hasZone || (-720...840).contains(command.zone)
        else { return Outcome(.invalidField) }
        var player = words.players[user] ?? WordBook.Player()
        let before = player.settings
        if command.hasLevel { player.level = command.level }
        if command.hasZone { player.zone = command.zone }
        if command.hasNotify { player.notifies = command.notify }
        let settings = player.settings
        guard settings != before else { return Outcome(.wordSettings(settings)) }
        player.dailyDue = player.notifies ? nextDay(of: player, at: now) : nil
        words.players[user] = player
        return Outcome(.wordSettings(settings), [(user, .wordSettingsChanged(settings))])
    }

    /// B9: notifies the users who want it that a new day has begun.
    mutating func announceDays(at now: Moment) -> Events {
        let due = words.players.filter { $0.value.dailyDue.map { $0 <= now } ?? false }
        return due.keys.sorted().map { user in
            let player = words.players[user] ?? WordBook.Player()
            let next = nextDay(of: player, at: now)
            words.players[user]?.dailyDue = next
            let day = WordBook.day(at: now, zone: player.zone)
            let ready = WordDailyReady.with {
                ($0.day, $0.language) = (WordBook.text(of: day), "en")
            }
            return (user, .wordDailyReady(ready))
        }
    }

    private func nextDay(of player: WordBook.Player, at now: Moment) -> Moment {
        WordBook.begin(of: WordBook.day(at: now, zone: player.zone) + 1, zone: player.zone)
    }

    /// When a user may begin the next day's challenge; nil: now, or it has begun. No day is played
    /// twice, nor one before it. A user who has changed the zone waits for a rest.
    func nextDaily(of user: String, at now: Moment) -> Moment? {
        let player = words.players[user] ?? WordBook.Player()
        let today = WordBook.day(at: now, zone: player.zone)
        let tomorrow = WordBook.begin(of: today + 1, zone: player.zone)
        if let entrant = words.entrants[.day(today)]?[user] {
            return entrant.hasFinished ? tomorrow : nil
        }
        var last: (day: Int64, entrant: WordBook.Entrant)?
        for case (.day(let day), let entrants) in words.entrants {
            guard let entrant = entrants[user] else { continue }
            if last.map({ $0.entrant.begun < entrant.begun }) ?? true { last = (day, entrant) }
        }
        guard let last else { return nil }
        let rested = last.entrant.begun.advanced(by: Self.dailyRest)
        guard last.day < today else {
            return max(WordBook.begin(of: last.day + 1, zone: player.zone), rested)
        }
        return last.entrant.zone != player.zone && rested > now ? rested : nil
    }
}

// Reads about games.
extension Rules {
    /// The rounds of a user, ordered by id.
    package func wordRounds(of user: String) -> [WordBook.Round] {
        words.rounds.values.filter { $0.user == user }
            .sorted { $0.asked.round < $1.asked.round }
    }

    /// The duels that a user may play.
    package func openDuels(of user: String) -> [UInt32] {
        words.duels.filter { $0.value.pair.includes(user) && !$0.value.isOver }.keys.sorted()
            .filter { words.entrants[.duel($0)]?[user]?.hasFinished == false }
    }

    /// A duel as one of its players sees it.
    func duel(_ number: UInt32, of user: String) -> WordDuel {
        let friend = words.duels[number]?.pair.friend(of: user) ?? ""
        return words.duel(number, of: user, with: profile(of: friend))
    }

    private func wordProfile(of user: String, at now: Moment) -> WordProfile {
        var player = words.players[user] ?? WordBook.Player()
        for round in words.rounds.values where round.user == user && round.isDue(at: now) {
            player.settle(round.asked.game, isWon: false, level: 0)
        }
        return .with {
            $0.user = profile(of: user)
            ($0.gamesCount, $0.streakCount) = (player.games, player.streak)
            ($0.highScore, $0.favourites) = (player.best * 100, 0)
            $0.seen = UInt32(player.seen.count)
            $0.scores = player.scores.values.sorted { $0.game.rawValue < $1.game.rawValue }
            $0.rating = $0.scores.reduce(0) { $0 + $1.score }
        }
    }

    private func daily(of user: String, at now: Moment) -> WordDaily {
        let day = WordBook.day(at: now, zone: words.players[user]?.zone ?? 0)
        let entrants = words.entrants[.day(day)] ?? [:]
        return .with {
            ($0.day, $0.language) = (WordBook.text(of: day), "en")
            $0.count = WordBook.contestCount
            ($0.played, $0.solved) = (entrants[user]?.played ?? 0, entrants[user]?.solved ?? 0)
            if let next = nextDaily(of: user, at: now) { $0.nextAt = next.timestamp }
            guard entrants[user]?.hasFinished == true else { return }
            let friends = friends(of: user).filter { entrants[$0]?.hasFinished == true }
            $0.friends = friends.map { friend in
                .with {
                    $0.user = profile(of: friend)
                    $0.solved = entrants[friend]?.solved ?? 0
                }
            }.sorted { ($1.solved, $0.user.username) < ($0.solved, $1.user.username) }
        }
    }

    private func state(of round: WordBook.Round, at now: Moment) -> WordRoundState {
        .with {
            if round.ended != nil {
                $0.result = round.result
            } else if round.isDue(at: now) {
                $0.result = Self.lost(round)
            } else {
                $0.open = round.asked
            }
        }
    }

    /// What is wrong with an answer about games of words; nil: nothing.
    func complaint(
        aboutWords answer: Body, to command: ClientMessage.OneOf_Command, of user: String,
        at now: Moment
    ) -> String? {
        switch (command, answer) {
        case (.wordRoundRead(let command), let answer):
            guard let round = words.rounds[command.round], round.user == user else {
                if case .error(let error) = answer { return differ(error.code, .notFound) }
                return "a round of another user"
            }
            return differ(answer, .wordRoundState(state(of: round, at: now)))
        case (.wordProfileRead(let command), .wordProfile(var profile)):
            let whose = command.username.isEmpty ? user : command.username
            guard whose == user || areFriends(whose, user) else { return "no friend's profile" }
            profile.clearCreatedAt()
            profile.clearUpdatedAt()
            return differ(profile, wordProfile(of: whose, at: now))
        case (.wordProfileRead(let command), .error(let error)):
            return differ(areFriends(command.username, user) || error.temporary, false)
        case (.wordDailyRead, .wordDaily(let found)):
            return differ(found, daily(of: user, at: now))
        case (.wordDuelList, .wordDuels(let list)):
            let own = words.duels.filter { $0.value.pair.includes(user) }
                .sorted { ($0.value.until, $0.key) > ($1.value.until, $1.key) }
            return differ(list.duels, own.map { duel($0.key, of: user) })
        case (.wordSettingsRead, .wordSettings(let settings)):
            return differ(settings, (words.players[user] ?? WordBook.Player()).settings)
        default: return nil
        }
    }
}

extension WordBook {
    /// A duel as one of its players sees it.
    func duel(_ number: UInt32, of user: String, with friend: UserProfile) -> WordDuel {
        guard let duel = duels[number] else { return WordDuel() }
        let entrants = entrants[.duel(number)]
        return .with {
            ($0.number, $0.with, $0.language) = (number, friend, "en")
            ($0.count, $0.until) = (WordBook.contestCount, duel.until.timestamp)
            let (mine, theirs) = (entrants?[user], entrants?[friend.username])
            ($0.played, $0.solved) = (mine?.played ?? 0, mine?.solved ?? 0)
            guard duel.isOver else { return }
            guard !duel.isCalledOff else { return $0.outcome = .wordDuelCalledOff }
            ($0.theirPlayed, $0.theirSolved) = (theirs?.played ?? 0, theirs?.solved ?? 0)
            let lead = Int($0.solved) - Int($0.theirSolved)
            $0.outcome = lead == 0 ? .wordDuelEven : lead > 0 ? .wordDuelWon : .wordDuelLost
        }
    }
}
