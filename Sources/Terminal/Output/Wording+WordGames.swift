import Wire

extension Wording {
    /// The lines of an answer about word games; nil for anything else.
    func wordAnswer(_ body: ServerMessage.OneOf_Body) -> [String]? {
        switch body {
        case .wordRound(let round): self.round(round)
        case .wordResult(let result): [self.result(result)]
        case .wordProfile(let profile): self.profile(profile)
        case .wordSettings(let settings): [self.settings(settings)]
        case .wordLanguages(let page): page.languages.map(language)
        case .wordFavourite(let favourite): [self.favourite(favourite)]
        case .wordFavourites(let page):
            page.favourites.isEmpty
                ? [palette.dim("no favourites yet: `favourites --add WORD`")]
                : page.favourites.map { safe($0.word) } + more(page.next)
        case .wordDaily(let daily): self.daily(daily)
        case .wordDuels(let page):
            page.duels.isEmpty
                ? [palette.dim("no duels yet: `up wordgame`, and so a friend")]
                : page.duels.map(duel)
        default: nil
        }
    }

    private func more(_ next: String) -> [String] {
        next.isEmpty ? [] : [palette.dim("… more: --after \(safe(next))")]
    }

    private func round(_ round: WordRound) -> [String] {
        let contest = round.contest
        let place = round.hasContest ? "\(contest.number) of \(contest.count): " : ""
        let question =
            switch round.game {
            case .chooseDefinition: "what does it mean?"
            case .chooseWord: "which word is it?"
            case .fillGap: "which word is missing?"
            case .spell: "write what you hear"
            default: "say it"
            }
        let choices = round.choices.enumerated().map { "  \($0.offset + 1)  \(safe($0.element))" }
        let audio =
            round.audio.isEmpty
            ? [] : [palette.dim("  `play spell --save FILE` writes how it sounds")]
        return [
            "\(place)\(palette.bold(safe(round.prompt))) "
                + palette.dim("(\(safe(round.part)), level \(round.level); \(question))")
        ] + choices + audio
    }

    private func result(_ result: WordResult) -> String {
        guard !result.failed else { return "your device failed: the round counts as nothing" }
        let word = palette.bold(safe(result.word))
        let verdict =
            result.won ? "right" : result.expired ? "the time was over: lost" : "not right"
        return "\(verdict): \(word), \(safe(result.definition)) "
            + palette.dim(
                "(\(games(result.gamesCount)), streak \(result.streakCount), "
                    + "high score \(result.highScore))")
    }

    private func games(_ count: UInt32) -> String { count == 1 ? "1 game" : "\(count) games" }

    private func profile(_ profile: WordProfile) -> [String] {
        let head =
            "\(person(profile.user)): \(games(profile.gamesCount)), streak \(profile.streakCount), "
            + "high score \(profile.highScore), \(profile.favourites) favourites, "
            + "\(profile.seen) words seen"
        let rows = profile.scores.map { score in
            [
                Table.Cell("  \(score.game)"), Table.Cell("\(score.solved) of \(score.played)"),
                Table.Cell("score \(score.score)", palette.dim),
            ]
        }
        return [head] + table(rows)
    }

    private func settings(_ settings: WordSettings) -> String {
        let category = settings.category.isEmpty ? "any words" : safe(settings.category)
        return "\(safe(settings.language)), level \(settings.level), \(category), "
            + "days of UTC\(Self.offset(settings.zone)); "
            + (settings.notify ? "told of new challenges" : "not told of new challenges")
    }

    /// "+01:00", of minutes.
    private static func offset(_ minutes: Int32) -> String {
        let digits = [minutes.magnitude / 60, minutes.magnitude % 60].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        return (minutes < 0 ? "-" : "+") + digits.joined(separator: ":")
    }

    private func language(_ language: WordLanguage) -> String {
        let games = language.games.map { "\($0)" }.joined(separator: ", ")
        let categories = language.categories.map(safe).joined(separator: ", ")
        return "\(palette.bold(safe(language.language))): games \(safe(games)); "
            + "categories \(categories)"
    }

    private func favourite(_ favourite: WordFavourite) -> String {
        "\(palette.bold(safe(favourite.word))) is "
            + (favourite.on ? "a favourite of yours" : "no favourite of yours any more")
    }

    private func daily(_ daily: WordDaily) -> [String] {
        let next = daily.hasNextAt ? palette.dim(" (the next at \(times.text(daily.nextAt)))") : ""
        let head =
            "\(safe(daily.day)), \(safe(daily.language)): \(daily.solved) right, "
            + "\(daily.played) of \(daily.count) played\(next)"
        return [head]
            + daily.friends.map { "  \(person($0.user)): \($0.solved) right" }
    }

    private func duel(_ duel: WordDuel) -> String {
        let mine = "\(duel.solved) of \(duel.played) right"
        let outcome =
            switch duel.outcome {
            case .wordDuelOpen:
                "until \(times.text(duel.until)) (`play duel \(duel.number)`)"
            case .wordDuelWon: "won, \(duel.solved) to \(duel.theirSolved)"
            case .wordDuelLost: "lost, \(duel.solved) to \(duel.theirSolved)"
            case .wordDuelEven: "even, \(duel.solved) to \(duel.theirSolved)"
            case .wordDuelCalledOff, .UNRECOGNIZED: "called off"
            }
        return "\(duel.number)  \(person(duel.with)): \(mine), \(outcome)"
    }

    /// What happened in word games; nil for anything else.
    func wordNews(_ body: ServerMessage.OneOf_Body) -> String? {
        switch body {
        case .wordPlayed(let result): self.result(result)
        case .wordSettingsChanged(let settings): "your words: \(self.settings(settings))"
        case .wordFavouriteChanged(let favourite): self.favourite(favourite)
        case .wordDailyReady(let ready):
            "the word challenge of \(safe(ready.day)) has begun (`play daily`)"
        case .wordDuelOpened(let duel):
            "you have a word duel with \(person(duel.with)): `play duel \(duel.number)`"
        case .wordDuelEnded(let duel): "your duel is over: \(self.duel(duel))"
        case .wordDailyShown(let shown):
            "\(person(shown.friend.user)) has finished the challenge of \(safe(shown.day)), too: "
                + "\(shown.friend.solved) right"
        default: nil
        }
    }
}
