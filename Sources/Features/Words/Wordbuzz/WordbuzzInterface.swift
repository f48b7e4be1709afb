import Avatars
import Kernel
import SwiftProtobuf
import Wire

/// The REST interface of games, settings and profiles, under /wordbuzz/ (B1, B4-B6, B8-B12, B16,
/// B24, B28).
///
/// It has documents of its own (wordbuzz.proto) for the same commands: what they may do, their
/// limits and their events are those of the commands. In paths, the caller is "me".
enum WordbuzzInterface {
    private typealias Command = ClientMessage.OneOf_Command

    static let name = "wordbuzz"
    /// The device that a log-in of this interface is listed as.
    private static let device = "REST"
    private static let me = "me"

    static func install(in catalog: inout Catalog, _ avatars: AvatarsFeature) {
        installAccounts(in: &catalog)
        avatars.serveOwn(of: name, at: "/users/{username}/image/", as: "image", in: &catalog) {
            (request) throws(Refusal) in
            guard request.values == [me] else { throw .notMine }
        }
        installSettings(in: &catalog)
        installLists(in: &catalog)
        installGames(in: &catalog)
    }

    private static func installAccounts(in catalog: inout Catalog) {
        catalog.route(
            of: name, .post, "/users/", to: [.accountRegister(AccountRegister())],
            answer: .document("WordbuzzSession", status: .created),
            shows: { session($0, status: .created) }
        ) { (document: WordbuzzRegistration) in
            var command = AccountRegister()
            (command.username, command.password) = (document.username, document.password)
            (command.email, command.device) = (document.email, device)
            (command.guest, command.invitation) = (document.guest, document.invitation)
            return .accountRegister(command)
        }
        catalog.route(
            of: name, .post, "/login/", to: [.accountLogin(AccountLogin())],
            answer: .document("WordbuzzSession"), shows: { session($0) }
        ) { (document: WordbuzzLogin) in
            var command = AccountLogin()
            (command.login, command.password) = (document.username, document.password)
            (command.code, command.device) = (document.code, device)
            command.guest = document.guest
            return .accountLogin(command)
        }
        catalog.route(
            of: name, .get, "/users/{username}/", to: [.wordProfileRead(WordProfileRead())],
            answer: .document("WordbuzzUser"), shows: { user($0) }
        ) { (document: WordbuzzUserRead) in
            var command = WordProfileRead()
            command.username = document.username == me ? "" : document.username
            return .wordProfileRead(command)
        }
        // Scores come of games alone.
        catalog.route(
            of: name, .put, "/users/{username}/scores/",
            to: [.wordSettingsSet(WordSettingsSet())],
            answer: .document("WordbuzzUser"), shows: { user($0) }
        ) { (_: WordbuzzScoresChange) throws(DecodingFailure) in
            throw DecodingFailure(.notMember, field: "username", "nobody sets scores")
        }
    }

    private static func installSettings(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/users/{username}/settings/",
            to: [.wordSettingsRead(WordSettingsRead())],
            answer: .document("WordbuzzSettings"), shows: { settings($0) }
        ) { (document: WordbuzzUserRead) throws(DecodingFailure) in
            try confirm(document.username)
            return .wordSettingsRead(WordSettingsRead())
        }
        catalog.route(
            of: name, .put, "/users/{username}/settings/",
            to: [.wordSettingsSet(WordSettingsSet())],
            answer: .document("WordbuzzSettings"), shows: { settings($0) }
        ) { (document: WordbuzzSettingsChange) throws(DecodingFailure) in
            try confirm(document.username)
            var command = WordSettingsSet()
            command.cid = document.cid
            if document.hasLanguage { command.language = document.language }
            if document.hasLevel { command.level = document.level }
            if document.hasCategory { command.category = document.category }
            if document.hasNotifications { command.notify = document.notifications }
            return .wordSettingsSet(command)
        }
    }

    private static func installLists(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/users/{username}/favoritedWords/",
            to: [.wordFavouriteList(WordFavouriteList())],
            answer: .document("WordbuzzFavorites"), shows: { favorites($0) }
        ) { (document: WordbuzzListRead) throws(DecodingFailure) in
            try confirm(document.username)
            return .wordFavouriteList(
                .with { ($0.language, $0.after) = (document.language, document.after) })
        }
        for (method, isOn) in [(Route.Method.put, true), (.delete, false)] {
            catalog.route(
                of: name, method, "/users/{username}/favoritedWords/{word}/",
                to: [.wordFavouriteSet(WordFavouriteSet())], shows: done
            ) { (document: WordbuzzFavorite) throws(DecodingFailure) in
                try confirm(document.username)
                return .wordFavouriteSet(
                    .with {
                        ($0.word, $0.language) = (document.word, document.language)
                        ($0.on, $0.cid) = (isOn, document.cid)
                    })
            }
        }
        catalog.route(
            of: name, .get, "/users/{username}/seenWords/",
            to: [.wordSeenList(WordSeenList())],
            answer: .document("WordbuzzSeen"), shows: { seen($0) }
        ) { (document: WordbuzzListRead) throws(DecodingFailure) in
            try confirm(document.username)
            return .wordSeenList(
                .with { ($0.language, $0.after) = (document.language, document.after) })
        }
    }

    private static func installGames(in catalog: inout Catalog) {
        catalog.route(
            of: name, .post, "/games/", to: [.wordPlay(WordPlay())],
            answer: .document("WordRound", status: .created),
            shows: { round($0, status: .created) }
        ) { (document: WordbuzzGameCreate) throws(DecodingFailure) in
            var command = WordPlay()
            (command.language, command.cid) = (document.language, document.cid)
            if document.game == "daily" {
                command.daily = true
            } else {
                guard let game = WordGame.all.first(where: { $0.path == document.game }) else {
                    let names = WordGame.all.map(\.path).joined(separator: ", ")
                    throw DecodingFailure(
                        .invalidField, field: "game", "expected one of: daily, \(names)")
                }
                command.game = game
            }
            return .wordPlay(command)
        }
        catalog.route(
            of: name, .get, "/games/{game}/", to: [.wordRoundRead(WordRoundRead())],
            answer: .document("WordRoundState"), shows: { state($0) }
        ) { (document: WordbuzzGameRead) in .wordRoundRead(.with { $0.round = document.game }) }
        catalog.route(
            of: name, .put, "/games/{game}/answer/", to: [.wordAnswer(WordAnswer())],
            answer: .document("WordResult"), shows: { result($0) }
        ) { (document: WordbuzzGameAnswer) in
            .wordAnswer(
                .with {
                    ($0.round, $0.choice) = (document.game, document.choice)
                    ($0.text, $0.cid) = (document.text, document.cid)
                    $0.failed = document.failed
                })
        }
        catalog.route(
            of: name, .get, "/daily/", to: [.wordDailyRead(WordDailyRead())],
            answer: .document("WordDaily"), shows: { daily($0) }
        ) { (document: WordDailyRead) in .wordDailyRead(document) }
    }

    /// - Throws: `.notMember` for another than the caller.
    private static func confirm(_ username: String) throws(DecodingFailure) {
        guard username == me else {
            throw DecodingFailure(.notMember, field: "username", Refusal.notMine.message)
        }
    }
}

extension Refusal {
    fileprivate static let notMine = Refusal(
        .notMember, field: "username", "expected `me`: those of others are their own")
}

extension WordGame {
    /// As paths and documents of the interface name it: "chooseWord".
    var path: String {
        switch self {
        case .chooseDefinition: "chooseDefinition"
        case .chooseWord: "chooseWord"
        case .fillGap: "fillGap"
        case .spell: "spell"
        case .speak: "speak"
        case .unspecified, .UNRECOGNIZED: ""
        }
    }
}

/// How answers read as documents of the interface.
extension WordbuzzInterface {
    /// What the fields of commands are called in documents.
    private static let fields = [
        "login": "username", "notify": "notifications", "round": "game",
    ]

    static func session(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .account(let opened) = body else { return other(body) }
        return document(
            WordbuzzSession.with {
                ($0.token, $0.username) = (opened.token, opened.user.username)
            }, status)
    }

    static func user(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordProfile(let profile) = body else { return other(body) }
        var user = WordbuzzUser()
        (user.username, user.name) = (profile.user.username, profile.user.displayName)
        (user.image, user.favorites) = (profile.user.avatar, profile.favourites)
        (user.gamesCount, user.streakCount) = (profile.gamesCount, profile.streakCount)
        (user.highScore, user.rating) = (profile.highScore, profile.rating)
        for score in profile.scores {
            user.scores[score.game.path] = score.score
        }
        if profile.hasCreatedAt { user.createdAt = time(profile.createdAt) }
        if profile.hasUpdatedAt { user.updatedAt = time(profile.updatedAt) }
        return document(user)
    }

    static func settings(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordSettings(let settings) = body else { return other(body) }
        return document(
            WordbuzzSettings.with {
                ($0.language, $0.level) = (settings.language, settings.level)
                ($0.category, $0.notifications) = (settings.category, settings.notify)
            })
    }

    static func favorites(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordFavourites(let page) = body else { return other(body) }
        return document(
            WordbuzzFavorites.with { $0.favoritedWords = page.favourites.map(\.word) },
            next: page.next)
    }

    static func seen(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordSeenPage(let page) = body else { return other(body) }
        var seen = WordbuzzSeen()
        for word in page.words { seen.seenWords[word.word] = word.count }
        return document(seen, next: page.next)
    }

    static func round(
        _ body: ServerMessage.OneOf_Body, status: RouteAnswer.Status? = nil
    ) -> RouteAnswer {
        guard case .wordRound(let round) = body else { return other(body) }
        return document(round, status)
    }

    static func state(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordRoundState(let state) = body else { return other(body) }
        return document(state)
    }

    static func result(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordResult(let result) = body else { return other(body) }
        return document(result)
    }

    static func daily(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .wordDaily(let daily) = body else { return other(body) }
        return document(daily)
    }

    static let done: RouteAnswer.Maker = { body in
        if case .error = body { other(body) } else { .nothing }
    }

    private static func time(_ time: Google_Protobuf_Timestamp) -> String {
        let quoted = (try? time.jsonString()) ?? "\"\""
        return String(quoted.dropFirst().dropLast())
    }

    static func document(
        _ message: some Message, _ status: RouteAnswer.Status? = nil, next: String = ""
    ) -> RouteAnswer {
        var answer = RouteAnswer.json(
            message.answerBytes(.json) + [UInt8(ascii: "\n")], status: status)
        if !next.isEmpty { answer.next = RouteAnswer.query("after", next) }
        return answer
    }

    /// A refusal, which names the field of the document.
    static func other(_ body: ServerMessage.OneOf_Body) -> RouteAnswer {
        guard case .error(var error) = body else { return .asMessage(body) }
        let field = error.field.split(separator: ".").last.map(String.init) ?? ""
        error.field = fields[field] ?? field
        return .message(.error(error), status: nil)
    }
}
