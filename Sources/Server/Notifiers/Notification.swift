import FoundationEssentials
import Kernel
import Wire

/// What somebody is told who is away.
struct Notification: Equatable, Sendable {
    /// What it is about, as receivers are told.
    enum Kind: String, Sendable {
        case message, match, comment
        case friendRequest = "friend_request"
        case friendAdded = "friend_added"
        case circleAsked = "circle_asked"
    }

    /// Tells it from every other, however often it is sent.
    let id: String
    let kind: Kind
    /// The username of who is told.
    let user: String
    let at: Moment
    /// Who it is from, as people are shown.
    let title: String
    /// What a person reads: "<sender>: <text>".
    let text: String
    /// Whose doing it was.
    let from: String
    /// What has happened.
    let event: ServerMessage.OneOf_Body

    /// Characters of what somebody wrote that are shown.
    private static let textCountMax = 200

    /// - Returns: nil for what is not worth it.
    init?(_ body: ServerMessage.OneOf_Body, id: String, user: String, at: Moment) {
        guard let (kind, profile, text) = Self.parts(of: body) else { return nil }
        (self.id, self.kind, self.user, self.at) = (id, kind, user, at)
        (title, from) = (profile.displayName, profile.username)
        (self.text, event) = (text, body)
    }

    /// The same, about the event as it is now.
    func saying(_ event: ServerMessage.OneOf_Body) -> Notification? {
        Notification(event, id: id, user: user, at: at)
    }

    private static func parts(
        of body: ServerMessage.OneOf_Body
    ) -> (Kind, UserProfile, String)? {
        switch body {
        case .roomMessage(let message):
            var sender = UserProfile()
            (sender.username, sender.displayName) = (message.from, message.displayName)
            return (.message, sender, "\(message.displayName): \(cut(message.text))")
        case .friendRequested(let request):
            let text = request.message.isEmpty ? "" : ": \(cut(request.message))"
            return (
                .friendRequest, request.from,
                "\(request.from.displayName) asks to be your friend\(text)"
            )
        case .friendAdded(let added):
            return (.friendAdded, added.friend, "\(added.friend.displayName) is your friend now")
        case .match(let match):
            return (.match, match.with, "\(match.with.displayName) is up for \(match.activity) too")
        case .circleCommented(let said):
            let from = said.comment.from
            return (.comment, from, "\(from.displayName): \(cut(said.comment.text))")
        case .circleAsked(let asked):
            return (
                .circleAsked, asked.friend,
                "Did you meet \(asked.friend.displayName) for \(asked.activity)?"
            )
        default: return nil
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.unicodeScalars.count > textCountMax else { return text }
        return String(text.unicodeScalars.prefix(textCountMax - 1)) + "…"
    }

    /// As JSON.
    ///
    /// - Parameter hasText: whether it says what people wrote, and are up for.
    func json(hasText: Bool) -> [UInt8] {
        let shown = Shown(
            id: id, kind: kind.rawValue, user: user, at: at.unixMilliseconds, title: title,
            text: hasText ? text : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(shown)).map { Array($0) } ?? []
    }

    private struct Shown: Encodable {
        let id, kind, user: String
        /// Milliseconds since 1970.
        let at: Int64
        let title: String
        let text: String?
    }
}
