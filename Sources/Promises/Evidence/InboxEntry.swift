import Kernel
import SwiftProtobuf
package import Wire

/// What a row of an inbox says, as far as it can be held against a promise.
package enum InboxEntry: Hashable, Sendable {
    case message(Saying)
    case match(String, with: Int)
    case matchEnded(String, with: Int)
    case requested(by: Int)
    case befriended(Int)
    case parted(Int)
    case blocked(Int)
    case unblocked(Int)
    case badge(Badge)
    /// An activity of one's own; two of them are the same if their bytes are.
    case toggled(String, on: Bool, digest: UInt64)
    /// Of language partners.
    case partners(PartnerNews)
    /// Of the members of a project.
    case team(TeamNews)
    /// That somebody waits for an answer: for a place in a project, or to an invitation to a group.
    /// Two of them are the same if their bytes are.
    case waits(UInt64)
    /// Of a group.
    case group(GroupNews)
    /// Of games of words.
    case words(WordNews)
    /// It has said something, and says nothing any more.
    case blank
    /// Anything else: two of them are the same if their bytes are.
    case other(UInt64)

    /// - Parameter person: whose inbox it is.
    package init(_ body: ServerMessage.OneOf_Body, of person: Int, _ roster: Roster) {
        self =
            Self.known(body, roster)
            ?? PartnerNews(body, of: person, roster).map { .partners($0) }
            ?? TeamNews(body, roster).map { .team($0) }
            ?? GroupNews(body, roster).map { .group($0) }
            ?? WordNews(body, roster).map { .words($0) }
            ?? .other(Self.digest(body))
    }

    /// Whether it tells of a group: what of that was hidden at some time is nobody's to compare.
    package var isOfGroup: Bool { if case .group = self { true } else { false } }

    /// What it tells of language partners; nil: nothing.
    package var partnerNews: PartnerNews? {
        if case .partners(let news) = self { news } else { nil }
    }

    /// What is known of it; nil also where it names somebody who is none of ours.
    private static func known(
        _ body: ServerMessage.OneOf_Body, _ roster: Roster
    ) -> Self? {
        switch body {
        case .roomMessage(let message): Saying(message, roster).map { .message($0) }
        case .match(let match):
            roster.number(match.with.username).map { .match(match.activity, with: $0) }
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
        case .activityChanged(let change):
            .toggled(change.activity, on: change.on, digest: digest(body))
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
