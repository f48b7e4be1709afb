import Wire

extension Checker {
    /// Games of words: a round has one result, which counts once; a device's result is the one in
    /// the inbox; each round of a contest is played once; a duel ends alike for both; a friend's
    /// result in a challenge is shown only after the person has finished it, too.
    mutating func checkWords(of statement: Statement) {
        let played = statement.wordNews.compactMap(\.played)
        checkRounds(played, of: statement.person)
        checkStanding(played, of: statement)
        let byRound = Dictionary(played.map { ($0.round, $0) }) { first, _ in first }
        for device in statement.devices {
            for (round, result) in device.wordTalk.results.sorted(by: { $0.key < $1.key })
            where byRound[round] != result {
                let kind = byRound[round] == nil ? Violation.Kind.lost : .duplicated
                note(
                    kind, statement.person,
                    "received a result of round \(round) that is in no event")
            }
            checkDailies(of: device, played)
        }
        checkDuels(of: statement, played)
    }

    /// B16-B20: each round counts one game; a win counts for the streak and its game, a loss ends
    /// the streak; the high score is the best streak.
    private mutating func checkRounds(_ played: [WordNews.Played], of person: Int) {
        var (rounds, contests): (Set<String>, Set<String>) = ([], [])
        var (games, streak, best): (UInt32, UInt32, UInt32) = (0, 0, 0)
        var scores: [Int: UInt32] = [:]
        for round in played {
            if !rounds.insert(round.round).inserted {
                note(.duplicated, person, "received two results of round \(round.round)")
            }
            if let contest = round.contest, !contests.insert(contest).inserted {
                note(.duplicated, person, "has played \(contest) twice")
            }
            games += 1
            streak = round.isWon ? streak + 1 : 0
            best = max(best, streak)
            scores[round.game, default: 0] += round.isWon ? round.level : 0
            let (told, due) = (
                [round.games, round.streak, round.highScore, round.score],
                [games, streak, best * 100, scores[round.game] ?? 0]
            )
            guard told != due else { continue }
            let isMore = zip(told, due).contains { $0 > $1 }
            note(
                isMore ? .duplicated : .lost, person,
                "received \(told) after round \(round.round), due are \(due)")
            (games, streak, best) = (round.games, round.streak, round.highScore / 100)
            scores[round.game] = round.score
        }
    }

    /// The profile agrees with the last round in the inbox. Unanswered rounds may count in the
    /// profile and not in the inbox yet, or the other way round.
    private mutating func checkStanding(_ played: [WordNews.Played], of statement: Statement) {
        guard hasTrueClock, let standing = statement.wordStanding else { return }
        let (games, high) = (UInt32(clamping: played.count), played.last?.highScore ?? 0)
        let counted = played.prefix(Int(standing.games)).last
        let isRight =
            standing.games > games
            ? (standing.streak, standing.highScore) == (0, high)
            : (standing.streak, standing.highScore)
                == (counted?.streak ?? 0, counted?.highScore ?? 0)
                && played.dropFirst(Int(standing.games)).allSatisfy(\.isExpired)
        guard !isRight else { return }
        note(
            standing.games > games ? .duplicated : .lost, statement.person,
            "has played \(standing.games) games by the profile, \(games) by the inbox")
    }

    /// Both have finished the day, and the friend has reached that result.
    private mutating func checkDailies(of device: DeviceTrace, _ played: [WordNews.Played]) {
        let dailies = device.wordTalk.dailies.sorted {
            ($0.day, $0.person) < ($1.day, $1.person)
        }
        for daily in dailies {
            let name = roster.name(daily.person)
            guard let friend = statements[daily.person] else { continue }
            let theirs = friend.wordNews.compactMap(\.played).filter { $0.day == daily.day }
            let mine = played.count { $0.day == daily.day }
            guard mine == theirs.count, mine > 0 else {
                note(.leaked, device.person, "was shown the \(daily.day) of \(name) too early")
                continue
            }
            let solved = theirs.count { $0.isWon }
            guard solved != Int(daily.solved) else { continue }
            note(
                .reordered, device.person,
                "was shown that \(name) has solved \(daily.solved) on \(daily.day), not \(solved)")
        }
    }

    private mutating func checkDuels(of statement: Statement, _ played: [WordNews.Played]) {
        let histories = Self.duels(of: statement)
        for (number, history) in histories.sorted(by: { $0.key < $1.key }) {
            guard let friend = history.friend else {
                note(
                    .reordered, statement.person,
                    "received events of duel \(number) that contradict each other")
                continue
            }
            if let end = history.ends.first { checkEnd(end, number, played, of: statement) }
            // Reported once, for the first of the two.
            guard statement.person < friend, let other = statements[friend] else { continue }
            let theirs = Self.duels(of: other)[number]
            guard
                theirs?.friend != statement.person
                    || !agree(history.ends, theirs?.ends ?? [])
            else { continue }
            let name = roster.name(friend)
            note(
                .asymmetric, statement.person,
                "received other events of duel \(number) than \(name)")
        }
    }

    /// If the clock is not ours, a duel may end between the two readings.
    private func agree(_ one: [WordNews.Score], _ other: [WordNews.Score]) -> Bool {
        guard let score = one.first, let theirs = other.first else {
            return one.count == other.count || !hasTrueClock
        }
        return score.agrees(with: theirs)
    }

    /// A round that was won counts once in its duel, or not at all if it was late.
    private mutating func checkEnd(
        _ end: WordNews.Score, _ number: UInt32, _ played: [WordNews.Played],
        of statement: Statement
    ) {
        let own = played.filter { $0.duel == number }
        let (wins, isWhole) = (own.count { $0.isWon }, end.played == WordBook.contestCount)
        let isRight =
            end.outcome == .wordDuelCalledOff || isWhole
            ? wins >= Int(end.solved) && (!isWhole || wins == Int(end.solved))
            : wins >= Int(end.solved) && own.count >= Int(end.played)
        guard !isRight else { return }
        note(
            wins < Int(end.solved) ? .duplicated : .lost, statement.person,
            "has won \(wins) rounds of duel \(number), and \(end.solved) count")
    }

    /// The events that a person received about a duel.
    private struct DuelHistory {
        var opened: [Int] = []
        var closed: [Int] = []
        var ends: [WordNews.Score] = []

        /// The opponent; nil: the events contradict each other.
        var friend: Int? {
            guard opened.count == 1, closed.count < 2, closed.allSatisfy({ $0 == opened[0] }) else {
                return nil
            }
            return opened[0]
        }
    }

    private static func duels(of statement: Statement) -> [UInt32: DuelHistory] {
        var duels: [UInt32: DuelHistory] = [:]
        for news in statement.wordNews {
            switch news.kind {
            case .played: break
            case .opened(let friend):
                duels[news.number, default: DuelHistory()].opened.append(friend)
            case .ended(let friend, let score):
                duels[news.number, default: DuelHistory()].closed.append(friend)
                duels[news.number]?.ends.append(score)
            }
        }
        return duels
    }
}

extension Statement {
    /// The inbox's news of games of words.
    package var wordNews: [WordNews] {
        inbox.compactMap { entry in if case .words(let news) = entry { news } else { nil } }
    }
}
