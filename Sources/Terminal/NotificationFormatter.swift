import SwiftProtobuf
import Wire

/// Tells a person what happened: each thing once, in words that fit what was known before, and
/// nothing of a conversation that is muted. A script is told everything, as the server says it.
struct NotificationFormatter: Equatable, Sendable {
    /// Comments by which a second notice of the same one is known; both come within a moment.
    private static let commentsMax = 64

    private let me: String
    /// With whom the conversations are of which nothing is announced.
    private(set) var muted: Set<String> = []
    /// What people called themselves when they were last heard of.
    private var names: [String: String] = [:]
    private var comments: [String] = []
    private var toggles = OwnToggles()
    /// What was said before the session, as it was told: as it stands, whatever was changed since.
    private var caughtUp: [MessagePlace: RoomMessage] = [:]
    /// Events up to here are older than what is known.
    private var top: UInt32 = 0

    init(me: String) { self.me = me }

    /// A session was opened: its snapshot is how everything stands.
    mutating func begin(_ session: SessionOpened) {
        guard session.hasSnapshot else { return }
        top = session.top
        (names, caughtUp) = ([:], [:])
        know(session.snapshot.friends)
        know(session.snapshot.rooms)
        know(session.snapshot.activities)
        names[me] = session.user.displayName
    }

    /// What somebody calls themselves; nil when that is not known.
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

    /// The lines for a person about what happened.
    ///
    /// - Parameters:
    ///   - seq: its place in the inbox; nil for what is ephemeral.
    ///   - open: whose conversation is on the screen: there everything is shown.
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
            if message.from != me, isMuted(message.room, open) { return [] }
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

    /// A message of before comes as it stands: the last change of it is no news after that.
    private mutating func isTold(_ message: RoomMessage, _ seq: UInt32?) -> Bool {
        caughtUp.removeValue(forKey: MessagePlace(message)) == message
    }

    private func isPast(_ seq: UInt32?) -> Bool { seq.map { $0 <= top } ?? false }

    /// The author of a post is told of a comment for good, and everybody who looks, live.
    private mutating func isNews(_ comment: CircleComment) -> Bool {
        guard !comments.contains(comment.id) else { return false }
        comments = comments.suffix(Self.commentsMax - 1) + [comment.id]
        return true
    }

    /// What somebody called themselves before; nil when that is not known.
    private mutating func before(_ user: UserProfile, seq: UInt32?) -> String? {
        guard !isPast(seq) else { return nil }
        return names.updateValue(user.displayName, forKey: user.username)
    }

    private func other(in room: String) -> String { RoomName.other(in: room, than: me) }
}

/// Which message of which conversation.
private struct MessagePlace: Hashable, Sendable {
    private let room: String
    private let seq: UInt32

    init(_ message: RoomMessage) { (room, seq) = (message.room, message.seq) }
}
