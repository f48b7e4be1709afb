import Accounts
public import Activities
public import Avatars
public import Friends
public import Kernel
import Speech
import Wire

/// Words: games with those of a dictionary, the challenge of the day, and duels of friends (B).
///
/// The server makes the questions, keeps them and judges the answers. The right answer leaves it
/// only after the user has answered.
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
    ///   - avatars: pictures of users, which the REST interface changes, too.
    public init(_ terms: WordTerms, settings: SettingValues, avatars: AvatarsFeature) {
        (self.terms, self.avatars) = (terms, avatars)
        duels = Duels(terms: terms, activity: settings.text(Self.activity))
        settlement = Settlement(terms: terms, duels: duels)
        daily = DailyCommands(terms: terms)
        players = PlayerCommands(terms: terms)
        words = WordCommands(terms: terms)
        rounds = RoundCommands(terms: terms, settlement: settlement, daily: daily, duels: duels)
    }

    /// Two friends match: a duel begins if the activity is a word game.
    public var matched: ActivitiesFeature.OverlapObserver {
        let duels = duels
        return { (overlap, transaction) throws(Refusal) in
            try duels.matched(overlap, in: transaction)
        }
    }

    /// A user who matches by a wildcard, or matched before the time came, is up for it now.
    public var toggled: ActivitiesFeature.ToggleObserver {
        let duels = duels
        return { (user, activity, transaction) throws(Refusal) in
            guard activity == duels.activity else { return }
            let matches = try ActivitiesFeature.current(of: user, for: activity, in: transaction)
            for overlap in matches { try duels.matched(overlap, in: transaction) }
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

extension Rate {
    /// Rounds of games, words that are drawn, and answers.
    public static let plays = Rate(
        "plays", of: .user, unit: "rounds",
        burst: (60, 1_000_000, "Rounds of word games and their answers of a user at once (burst)."),
        perMinute: (120, 1_000_000, "Rounds and answers of a user per minute, after the burst."))
}

extension WordsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "words"
    /// Rounds.
    public static let rates: [Rate] = [.plays, .definitions, .recordings]
    /// Which activity is a duel.
    public static let settings = [activity, folder, workers]
    /// Not every server has a dictionary.
    public static let isOptional = true

    /// Where the dictionaries are.
    public static let folder = Setting(
        "words.folder",
        .words(
            [], expected: "one absolute path",
            isWord: { $0.isEmpty || $0.hasPrefix("/") && $0.utf8.count <= 1_024 }),
        "Folder of the dictionaries, words-*.db, as `upford words build` makes them; empty: those"
            + " that were installed with the program.")
    /// How many programs work.
    public static let workers = Setting(
        "words.workers", .integer(1, in: 1...64, unit: "programs"),
        "Programs that speak words, and programs that judge recordings, at once; each takes up to"
            + " one core.")

    /// The activity that opens duels.
    public static let activity = Setting(
        "words.activity",
        .words(
            ["wordgame"], expected: "one name of small letters and digits",
            isWord: { word in
                (1...20).contains(word.utf8.count)
                    && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
            }),
        "Two friends who are up for this activity play a duel; it is added to `activities` if it is"
            + " not among them.")
}

extension WordsFeature {
    /// The dictionary, its audio, and recordings.
    func installDictionary(in catalog: inout Catalog) {
        let (words, speech) = (DictionaryCommands(terms: terms), SpeechCommands(terms: terms))
        catalog.migrate(SpeechSchema.migrations)
        catalog.audit(SpeechSchema.audits)
        catalog.onErase(SpeechSchema.erase)
        catalog.read(
            Command.wordRead, reply: { .wordEntry($0) }, rate: .definitions, words.read)
        catalog.read(
            Command.wordFind, reply: { .wordList($0) }, rate: .definitions,
            next: { body in
                guard case .wordList(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, words.find)
        catalog.look(
            Command.wordAudio, reply: { .wordSound($0) }, rate: .definitions, words.audio)
        catalog.read(
            Command.wordSpeechList, reply: { .wordSpeechPage($0) },
            next: { body in
                guard case .wordSpeechPage(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, speech.list)
        catalog.route(
            .get, "/v1/words/{word}/audio", Command.wordAudio, shows: Self.sound)
        catalog.upload(
            "wordSpeech", .post, "/v1/words/{word}/speech", UploadTerms.recordings,
            rate: .recordings,
            shows: Self.spoken, speech.judge)
        WordbuzzInterface.installWords(in: &catalog)
        WordDisclosure.disclose("wordSpeech", in: &catalog) {
            (caller, place, snapshot) throws(Refusal) in
            try snapshot.all(
                .speech(by: caller.user, behind: place, limit: WordDisclosure.pageCount)
            ).map { (WordDisclosure.record(.wordSpeech($0)), "\($0.language) \($0.word)") }
        }
    }

    /// The file itself.
    static let sound: RouteAnswer.Maker = { body in
        guard case .wordSound(let sound) = body else { return RouteAnswer.asMessage(body) }
        return .file([UInt8](sound.audio), contentType: sound.contentType)
    }

    /// Of a recording, what is wrong with its field is its kind.
    static let spoken: RouteAnswer.Maker = { body in
        guard case .error(let error) = body, error.code == .invalidField,
            error.field.hasSuffix("recording")
        else { return RouteAnswer.asMessage(body) }
        return .message(body, status: .unsupportedMediaType)
    }
}

extension Rate {
    /// Looks into the dictionary.
    static let definitions = Rate(
        "definitions", of: .user, unit: "words",
        burst: (60, 10_000, "Words that a user may look up or hear at once (burst)."),
        perMinute: (240, 1_000_000, "Words that a user looks up or hears per minute."))

    /// Recordings to be judged: each takes 0.2 seconds of a core.
    static let recordings = Rate(
        "recordings", of: .user, unit: "recordings",
        burst: (10, 10_000, "Recordings of a user that are judged at once (burst)."),
        perMinute: (20, 10_000, "Recordings of a user that are judged per minute."))
}

extension WordsFeature {
    /// Events about a user's own games, and about duels. A user who is away is notified of a new
    /// day, and of a duel that begins.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.wordPlayed) { _ in [] }
        catalog.event(\.wordSettingsChanged) { _ in [] }
        catalog.event(\.wordFavouriteChanged) { _ in [] }
        catalog.event(
            \.wordDailyReady, people: { _ in [] },
            notify: { _ in
                News("word_daily", from: UserProfile(), "A new day's word challenge has begun")
            },
            stillHolds: { (ready, user, snapshot) throws(Refusal) in
                guard let player = try snapshot.first(.player(of: user)), player.notifies,
                    player.today(at: snapshot.now).text == ready.day
                else { return nil }
                return ready
            })
        catalog.event(
            \.wordDuelOpened, people: { [$0.with.username] },
            notify: { duel in
                News(
                    "word_duel", from: duel.with,
                    "You have a word duel with \(duel.with.displayName): play your rounds",
                    lifetime: Duels.lifetime)
            },
            stillHolds: { (duel, user, snapshot) throws(Refusal) in
                let stored = try snapshot.first(.duel(number: duel.number))
                guard let stored, stored.ended == nil, stored.until > snapshot.now else {
                    return nil
                }
                return duel
            })
        catalog.event(\.wordDuelEnded) { [$0.with.username] }
    }
}

extension UploadTerms {
    /// Of recordings: a few seconds each, judged elsewhere.
    static let recordings = UploadTerms(
        of: "recordings", bodyBytesMax: Recording.fileBytesMax, isBrief: true)
}
