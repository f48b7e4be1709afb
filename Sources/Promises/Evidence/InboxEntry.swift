import Kernel
import SwiftProtobuf
package import Wire

/// An event of an inbox, as far as it can be checked against a promise.
package enum InboxEntry: Hashable, Sendable {
    case message(Saying)
    case match(String, with: Int)
    case matchEnded(String, with: Int)
    /// A user says something else about an activity. Its words are those of the moment at which it
    /// is read.
    case said(String, with: Int)
    /// About a plan, as it is at the moment at which it is read.
    case plan(UInt32, by: String)
    case requested(by: Int)
    case befriended(Int)
    case parted(Int)
    case blocked(Int)
    case unblocked(Int)
    case badge(Badge)
    /// An activity of the owner; two of them are the same if their bytes are.
    case toggled(String, on: Bool, digest: UInt64)
    /// About language partners.
    case partners(PartnerNews)
    /// About the members of a project.
    case team(TeamNews)
    /// A user waits for an answer: for a place in a project, or to an invitation to a group. Two of
    /// them are the same if their bytes are.
    case waits(UInt64)
    /// About a group.
    case group(GroupNews)
    /// About games of words.
    case words(WordNews)
    /// It had content, and has none any more.
    case blank
    /// Anything else: two of them are the same if their bytes are.
    case other(UInt64)

    /// - Parameter person: the owner of the inbox.
    package init(_ body: ServerMessage.OneOf_Body, of person: Int, _ roster: Roster) {
        self =
            Self.known(body, roster)
            ?? PartnerNews(body, of: person, roster).map { .partners($0) }
            ?? TeamNews(body, roster).map { .team($0) }
            ?? GroupNews(body, roster).map { .group($0) }
            ?? WordNews(body, roster).map { .words($0) }
            ?? .other(Self.digest(body))
    }

    /// Whether it is about a group. Such an event is not compared once it was hidden.
    package var isOfGroup: Bool { if case .group = self { true } else { false } }

    /// Its content about language partners; nil: it is about something else.
    package var partnerNews: PartnerNews? {
        if case .partners(let news) = self { news } else { nil }
    }

    /// The kinds that have a case of their own; nil also if it names a user outside the roster.
    private static func known(
        _ body: ServerMessage.OneOf_Body, _ roster: Roster
    ) -> Self? {
        switch body {
        case .roomMessage(let message): Saying(message, roster).map { .message($0) }
        case .match(let match):
            roster.number(match.with.username).map { .match(match.activity, with: $0) }
        case .matchChanged(let changed) where changed.room.isEmpty:
            roster.number(changed.with).map { .said(changed.activity, with: $0) }
        case .planOffered(let offered): .plan(offered.plan.plan, by: "")
        case .planChanged(let changed): .plan(changed.plan.plan, by: changed.by)
        case .matchEnded(let end):
            roster.number(end.with).map { .matchEnded(end.activity, with: $0) }
        case .friendRequested(let request):
            roster.number(request.from.username).map { .requested(by: $0) }
        case .friendAdded(let added):
            roster.number(added.friend.username).map { .befriended($0) }
        case .friendRemoved(let removed): roster.number(removed.friend).map { .parted($0) }
        case .blockChanged(let change):
            roster.number(change.user.username).map {
                change.blocked ? .blocked($0) : .unblocked($0)
            }
        case .roomBadge(let badge): Badge(badge.mark, roster).map { .badge($0) }
        case .teamMatched, .groupInvited: .waits(digest(body))
        case .activityChanged(var change):
            {
                // They are those of the moment at which it is read.
                change.clearDetails()
                return .toggled(
                    change.activity, on: change.on, digest: digest(.activityChanged(change)))
            }()
        default: nil
        }
    }

    private static func digest(_ body: ServerMessage.OneOf_Body) -> UInt64 {
        var message = ServerMessage()
        message.body = body
        // The schema has no maps, whose order would differ from one encoding to the next.
        let bytes: [UInt8] = (try? message.serializedBytes()) ?? []
        return FNV1a(bytes).digest
    }
}

/// How far a user has read in a room, and whether it is muted.
package struct Badge: Hashable, Sendable {
    package let room: PersonPair
    package let seq: UInt32
    package let isMuted: Bool

    package init(room: PersonPair, seq: UInt32, isMuted: Bool) {
        (self.room, self.seq, self.isMuted) = (room, seq, isMuted)
    }

    /// nil for the room of a stranger.
    package init?(_ mark: RoomMarked, _ roster: Roster) {
        guard let room = roster.pair(mark.room) else { return nil }
        self.init(room: room, seq: mark.seq, isMuted: mark.muted)
    }
}

/// A message, and its outcome as far as the sender knows.
package struct Sending: Sendable, Equatable {
    package let to: Int
    /// Its place in the room, once it was acknowledged.
    package var acknowledgedAt: UInt32?
    /// The last reason for which it was refused.
    package var refusal: ErrorCode?
    /// Whether a rate limit ever refused it.
    package var wasLimited = false
    /// When it was sent first, and when it was acknowledged first; 0 before that.
    package var (sentTime, acknowledgedTime): (UInt64, UInt64) = (0, 0)

    package init(
        to: Int, acknowledgedAt: UInt32? = nil, refusal: ErrorCode? = nil, sentTime: UInt64 = 0,
        acknowledgedTime: UInt64 = 0
    ) {
        (self.to, self.acknowledgedAt, self.refusal) = (to, acknowledgedAt, refusal)
        (self.sentTime, self.acknowledgedTime) = (sentTime, acknowledgedTime)
    }
}

/// A message of a person in the roster, where a reader found it.
package struct Saying: Hashable, Sendable {
    package let author: Int
    /// The author's count.
    package let number: Int
    package let room: PersonPair
    /// Its place in the room.
    package let seq: UInt32

    package init(author: Int, number: Int, room: PersonPair, seq: UInt32) {
        (self.author, self.number, self.room, self.seq) = (author, number, room, seq)
    }

    /// Reads a message; nil if its author or its room is outside the roster.
    package init?(_ message: RoomMessage, _ roster: Roster) {
        guard let author = roster.number(message.from), let room = roster.pair(message.room)
        else { return nil }
        self.init(
            author: author, number: Self.number(in: message), room: room, seq: message.seq)
    }

    /// The author's count in a message. A message without a number is identified by its place,
    /// whatever its content is by now.
    static func number(in message: RoomMessage) -> Int {
        Int(message.text.prefix { $0 != " " }) ?? -Int(message.seq)
    }

    /// The text of a message: its number, filled up to so many characters.
    package static func text(_ number: Int, characters: Int) -> String {
        let text = "\(number) "
        return text + String(repeating: ".", count: max(1, characters - text.utf8.count))
    }

    /// The client's own id of the message.
    package static func cid(_ number: Int) -> String { "m\(number)" }

    /// The number in a `cid` of ours.
    package static func number(cid: String) -> Int? {
        cid.hasPrefix("m") ? Int(cid.dropFirst()) : nil
    }
}
