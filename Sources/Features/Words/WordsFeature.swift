public import Activities
public import Avatars
public import Friends
public import Kernel
import Wire

/// Words: games with those of a dictionary, the challenge of the day, and duels of friends (B).
///
/// The server makes the questions, keeps them and judges the answers. What is right does not leave
/// it before somebody has answered.
public struct WordsFeature: Sendable {
    let terms: WordTerms
    let rounds: RoundCommands
    private let daily: DailyCommands
    private let players: PlayerCommands
    private let words: WordCommands
    let settlement: Settlement
    private let duels: Duels
    private let avatars: AvatarsFeature

    /// - Parameters:
    ///   - terms: dictionaries, a voice and an ear.
    ///   - settings: what an operator has set, when the server starts.
    ///   - avatars: pictures of people, which the REST interface changes, too.
    public init(_ terms: WordTerms, settings: SettingValues, avatars: AvatarsFeature) {
        (self.terms, self.avatars) = (terms, avatars)
        duels = Duels(terms: terms, activity: settings.text(Self.activity))
        settlement = Settlement(terms: terms, duels: duels)
        daily = DailyCommands(terms: terms)
        players = PlayerCommands(terms: terms)
        words = WordCommands(terms: terms)
        rounds = RoundCommands(terms: terms, settlement: settlement, daily: daily, duels: duels)
    }

    /// Two friends are up for the same: a duel begins if that is a word game.
    public var matched: ActivitiesFeature.OverlapObserver {
        let duels = duels
        return { (overlap, transaction) throws(Refusal) in
            guard let pair = UserPair(overlap.low, overlap.high) else { return }
            try duels.matched(pair, for: overlap.activity, in: transaction)
        }
    }

    /// A friendship began or ended.
    public static var friendshipChanged: Friendships.Observer {
        { (pair, exists, transaction) throws(Refusal) in
            guard !exists else { return }
            try Duels.parted(pair, in: transaction)
        }
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(WordSchema.migrations)
        catalog.audit(WordSchema.audits)
        catalog.tally("wordPlayers", "SELECT count(*) FROM word_player")
        catalog.tally(
            "wordGames", "SELECT CAST(coalesce(sum(games), 0) AS BIGINT) FROM word_player")
        installEvents(in: &catalog)
        installPlay(in: &catalog)
        installLists(in: &catalog)
        catalog.backlog("word.pass", every: .seconds(1), settlement.pass)
        catalog.backlog("word.daily", every: .seconds(10), daily.announce)
        catalog.backlog("word.forget", every: .seconds(10)) { transaction throws(Refusal) in
            try Duels.forget(in: transaction)
            let isRoundLeft = try Settlement.forget(in: transaction)
            let isContestLeft = try Contest.forget(in: transaction)
            return isRoundLeft || isContestLeft
        }
        catalog.onDeparture { (user, transaction) throws(Refusal) in
            try Duels.depart(user, in: transaction)
        }
        WordbuzzInterface.install(in: &catalog, avatars)
        catalog.onErase(WordDisclosure.erase)
        WordDisclosure.install(in: &catalog)
        installDictionary(in: &catalog)
        installSounds(in: &catalog)
    }

    typealias Command = ClientMessage.OneOf_Command

    private func installPlay(in catalog: inout Catalog) {
        catalog.writeOnce(
            Command.wordPlay, reply: { .wordRound($0) }, rate: .plays, rounds.play)
        catalog.writeOnce(
            Command.wordAnswer, reply: { .wordResult($0) }, rate: .plays, rounds.answer)
        catalog.read(
            Command.wordRoundRead, reply: { .wordRoundState($0) }, rate: .searches, rounds.read)
        catalog.read(
            Command.wordDailyRead, reply: { .wordDaily($0) }, rate: .searches, daily.read)
        catalog.read(
            Command.wordDuelList, reply: { .wordDuels($0) },
            next: { body in
                guard case .wordDuels(let page) = body, page.next > 0 else { return nil }
                return RouteAnswer.query("before", page.next)
            }, Duels.list)
        catalog.writeOnce(
            Command.wordDraw, reply: { .wordDrawn($0) }, rate: .plays, words.draw)
    }

    private func installLists(in catalog: inout Catalog) {
        catalog.read(
            Command.wordLanguageList, reply: { .wordLanguages($0) }, players.languages)
        catalog.read(
            Command.wordSettingsRead, reply: { .wordSettings($0) }, players.settings)
        catalog.writeOnce(
            Command.wordSettingsSet, reply: { .wordSettings($0) }, rate: .settings, players.set)
        catalog.read(
            Command.wordProfileRead, reply: { .wordProfile($0) }, rate: .searches,
            players.profile)
        catalog.writeOnce(
            Command.wordFavouriteSet, reply: { .wordFavourite($0) }, rate: .settings,
            takesBack: { .when($0.hasOn && !$0.on) }, words.setFavourite)
        catalog.read(
            Command.wordFavouriteList, reply: { .wordFavourites($0) },
            next: { body in
                guard case .wordFavourites(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, words.favourites)
        catalog.read(
            Command.wordSeenList, reply: { .wordSeenPage($0) },
            next: { body in
                guard case .wordSeenPage(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, words.seen)
        catalog.writeOnce(
            Command.wordShare, reply: { .roomSent($0) }, rate: .messages, words.share)
    }
}
