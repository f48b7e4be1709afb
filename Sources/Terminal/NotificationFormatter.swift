import SwiftProtobuf
import Wire

/// Formats events for a person: each once, with regard to what was known before, and without those
/// of muted conversations. A script gets every event as the server sends it.
struct NotificationFormatter: Equatable, Sendable {
    /// How many comments are remembered to detect a second notice, which follows within a moment.
    private static let commentsMax = 64

    private let me: String
    /// The friends and groups whose conversations are muted.
    private(set) var muted: Set<String> = []
    /// The display names of users, as last received.
    private var names: [String: String] = [:]
    private var comments: [String] = []
    private var toggles = OwnToggles()
    /// Messages from before the session, as they were shown: in their present state, including
    /// later changes.
    private var caughtUp: [MessagePlace: RoomMessage] = [:]
    /// Events up to this one are older than the known state.
    private var top: UInt32 = 0

    init(me: String) { self.me = me }

    /// A session was opened: its snapshot is the present state.
    mutating func begin(_ session: SessionOpened) {
        guard session.hasSnapshot else { return }
        top = session.top
        (names, caughtUp) = ([:], [:])
        know(session.snapshot.friends)
        know(session.snapshot.rooms)
        know(session.snapshot.activities)
        names[me] = session.user.displayName
    }

    /// The display name of a user; nil when it is unknown.
    func shownName(_ name: String) -> String? { names[name] }

    mutating func know(_ list: Friends) {
        for friend in list.friends { names[friend.user.username] = friend.user.displayName }
    }

    mutating func know(_ list: Rooms) {
        muted = Set(list.rooms.filter(\.mark.muted).map(\.with))
    }

    mutating func know(_ list: Activities) { toggles.begin(list) }

    /// A message was shown.
    mutating func hear(_ message: RoomMessage, seq: UInt32?) {
        if isPast(seq) { caughtUp[MessagePlace(message)] = message }
    }

    /// The lines about an event.
    ///
    /// - Parameters:
    ///   - seq: its place in the inbox; nil for an ephemeral one.
    ///   - open: the name of the open conversation, of which everything is shown.
    mutating func lines(
        _ body: ServerMessage.OneOf_Body, seq: UInt32? = nil, at: Google_Protobuf_Timestamp? = nil,
        open: String? = nil, in wording: Wording
    ) -> [String] {
        defer { if seq != nil, !isPast(seq) { caughtUp = [:] } }
        switch body {
        case .friendAdded(let added):
            names[added.friend.username] = added.friend.displayName
        case .roomBadge(let badge): note(badge.mark)
        case .roomMessage(let message):
            if message.from != me, isMuted(message.room, open), !message.mentions.contains(me) {
                return []
            }
            hear(message, seq: seq)
        case .roomMessageChanged(let change):
            if isMuted(change.message.room, open) || isTold(change.message, seq) { return [] }
        case .activityChanged(let change): toggles.hear(change)
        case .matchEnded(let ended)
        where toggles.areOff(for: ended.activity, isPast: isPast(seq)):
            return wording.stamped(at, [wording.endedByMe(ended)])
        case .circleCommented(let news) where !isNews(news.comment): return []
        case .circleChanged(let change):
            if case .said(let said)? = change.change, !isNews(said.comment) { return [] }
        case .profileChanged(let changed):
            let sentence = wording.profile(changed.user, before: before(changed.user, seq: seq))
            return wording.stamped(at, [sentence])
        default: break
        }
        return wording.event(body, at: at)
    }

    private mutating func note(_ mark: RoomMarked) {
        let name = other(in: mark.room)
        if mark.muted { muted.insert(name) } else { muted.remove(name) }
    }

    private func isMuted(_ room: String, _ open: String?) -> Bool {
        let name = other(in: room)
        return name != open && muted.contains(name)
    }

    /// An earlier message is shown in its present state, so its last change is no news afterwards.
    private mutating func isTold(_ message: RoomMessage, _ seq: UInt32?) -> Bool {
        caughtUp.removeValue(forKey: MessagePlace(message)) == message
    }

    private func isPast(_ seq: UInt32?) -> Bool { seq.map { $0 <= top } ?? false }

    /// Whether a comment has not been shown: the author of a post receives it durably, and all
    /// viewers of the circle receive it live.
    private mutating func isNews(_ comment: CircleComment) -> Bool {
        guard !comments.contains(comment.id) else { return false }
        comments = comments.suffix(Self.commentsMax - 1) + [comment.id]
        return true
    }

    /// The previous display name of a user; nil when it is unknown.
    private mutating func before(_ user: UserProfile, seq: UInt32?) -> String? {
        guard !isPast(seq) else { return nil }
        return names.updateValue(user.displayName, forKey: user.username)
    }

    private func other(in room: String) -> String { RoomName.other(in: room, than: me) }
}

/// The place of a message: its conversation and number.
private struct MessagePlace: Hashable, Sendable {
    private let room: String
    private let seq: UInt32

    init(_ message: RoomMessage) { (room, seq) = (message.room, message.seq) }
}
