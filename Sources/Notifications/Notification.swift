import Devices
import FoundationEssentials
import Friends
import Kernel
import Rooms
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
    /// What the user's own devices learn besides.
    private(set) var circumstances: Circumstances

    /// What only the user's own devices learn.
    struct Circumstances: Equatable, Sendable {
        /// How many messages and friend requests the user has not read or answered.
        var unread: UInt32 = 0
        /// Hours at which a device is to make no sound, by its clock: "22:00-07:00"; nil: none.
        var quiet: String?
    }

    /// - Parameters: as the properties.
    init(
        _ event: InboxEvent, saying news: News, id: String, user: String, at: Moment,
        _ circumstances: Circumstances = Circumstances()
    ) {
        (self.event, self.news, self.id, self.user, self.at) = (event, news, id, user, at)
        self.circumstances = circumstances
    }

    /// A notification of an event as it stands now; nil: the user wants none.
    init?(
        _ event: InboxEvent, _ events: Events, for user: User.ID, id: String, named name: String,
        at: Moment, in snapshot: Snapshot
    ) throws(Refusal) {
        guard let news = try events.news(of: event, for: user, in: snapshot) else { return nil }
        if !news.activity.isEmpty {
            guard try NoticeSettings.of(user, in: snapshot).reminders else { return nil }
        }
        self.init(event, saying: news, id: id, user: name, at: at)
    }

    /// Looks up what only a device of the user learns.
    mutating func look(for user: User.ID, in snapshot: Snapshot) throws(Refusal) {
        circumstances = Circumstances(
            unread: try RoomsFeature.unreadCount(of: user, in: snapshot)
                &+ FriendsFeature.requestCount(to: user, in: snapshot),
            quiet: try NoticeSettings.of(user, in: snapshot).quietHours?.text)
    }

    /// When it is no longer worth sending, if that is earlier than usual.
    var end: Moment? { news.lifetime.map(at.advanced(by:)) }

    /// The username of the user who caused it.
    var from: String { news.from.username }

    /// As JSON.
    ///
    /// - Parameters:
    ///   - hasText: whether it includes what people wrote, and are up for.
    ///   - isForDevice: whether only a device of the user can read it.
    func json(hasText: Bool, isForDevice: Bool = false) -> [UInt8] {
        var shown = Shown(
            id: id, kind: news.kind, user: user, from: from, at: at.unixMilliseconds,
            title: news.from.displayName, room: news.room.isEmpty ? nil : news.room,
            text: hasText ? news.text : nil)
        if isForDevice {
            shown.badge = circumstances.unread
            shown.quiet = circumstances.quiet
            shown.activity = news.activity.isEmpty ? nil : news.activity
            shown.until = news.kind == "message" ? end?.unixMilliseconds : nil
            if let gathered = news.gathered {
                (shown.text, shown.topic) = (gathered.text, gathered.topic)
            }
        }
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
        var text: String?
        /// How many messages and friend requests wait.
        var badge: UInt32?
        /// Hours without a sound: "22:00-07:00".
        var quiet: String?
        /// Replaces what was shown under the same topic.
        var topic: String?
        /// An activity that may be prolonged.
        var activity: String?
        /// When the message disappears, in milliseconds since 1970: the device closes it then.
        var until: Int64?
    }
}
