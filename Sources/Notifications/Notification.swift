import FoundationEssentials
import Kernel
import Wire

/// A notification to a user who is away.
struct Notification: Sendable {
    /// Its identity, the same however often it is sent.
    let id: String
    /// Its content.
    let news: News
    /// The recipient's username.
    let user: String
    let at: Moment
    /// The event behind it.
    let event: InboxEvent

    /// - Parameters: as the properties.
    init(_ event: InboxEvent, saying news: News, id: String, user: String, at: Moment) {
        (self.event, self.news, self.id, self.user, self.at) = (event, news, id, user, at)
    }

    /// The username of the user who caused it.
    var from: String { news.from.username }

    /// As JSON.
    ///
    /// - Parameter hasText: whether it includes what people wrote, and are up for.
    func json(hasText: Bool) -> [UInt8] {
        let shown = Shown(
            id: id, kind: news.kind, user: user, from: from, at: at.unixMilliseconds,
            title: news.from.displayName, room: news.room.isEmpty ? nil : news.room,
            text: hasText ? news.text : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(shown))
        } catch {
            preconditionFailure("a notification cannot be encoded: \(error)")
        }
    }

    private struct Shown: Encodable {
        let id, kind, user: String
        /// The username of the user who caused it.
        let from: String
        /// Milliseconds since 1970.
        let at: Int64
        let title: String
        /// Of a group.
        let room: String?
        let text: String?
    }
}
