import Kernel
import SwiftProtobuf
import Wire

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
