import SwiftProtobuf
package import Wire

extension Statement {
    /// What is read back at the end, besides the inbox and the rooms.
    package static var looks: [ClientMessage.OneOf_Command] {
        [
            .friendList(FriendList()), .blockList(BlockList()), .roomList(RoomList()),
            .activityList(ActivityList()), .matchList(MatchList()),
        ]
    }

    /// Reads the newest page of a room, or the one before another.
    package static func history(
        with friend: Int, before seq: UInt32 = 0, _ roster: Roster
    ) -> ClientMessage.OneOf_Command {
        .roomHistory(.with { ($0.with, $0.before, $0.limit) = (roster.name(friend), seq, 100) })
    }

    /// Takes down an answer that was read back.
    ///
    /// - Returns: what is to be read next; nil: that was all of it.
    @discardableResult
    package mutating func take(
        _ answer: ServerMessage.OneOf_Body, _ roster: Roster
    ) -> ClientMessage.OneOf_Command? {
        switch answer {
        case .friends(let list):
            friends = Set(list.friends.compactMap { roster.number($0.user.username) })
        case .blocks(let list): blocks = Set(list.users.compactMap { roster.number($0.username) })
        case .rooms(let list):
            let groups = list.rooms.filter { $0.hasGroup && !$0.mark.muted }
            unread = groups.reduce(list.unread) { $0 &- $1.mark.unread }
        case .activities(let list):
            toggles = Set(list.activities.filter(\.on).map(\.activity))
        case .matches(let list):
            matches = list.matches.compactMap { entry in
                roster.number(entry.with.username).map { .init(entry.activity, with: $0) }
            }
        case .roomPage(let page): return take(page, roster)
        default: break
        }
        return nil
    }

    /// Takes down the partnerships that were read back.
    package mutating func take(_ list: Partnerships) {
        partnerships = Dictionary(
            list.partnerships.map { ($0.number, PartnerNews.Meetup($0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Takes down the profile of games of words that was read back.
    package mutating func take(_ profile: WordProfile) {
        wordStanding = WordNews.Standing(
            games: profile.gamesCount, streak: profile.streakCount, highScore: profile.highScore)
    }

    /// Takes down the projects that were read back.
    package mutating func take(_ list: Projects) {
        teams = Dictionary(
            list.projects.map { ($0.number, $0.size) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func take(_ page: RoomPage, _ roster: Roster) -> ClientMessage.OneOf_Command? {
        guard let badge = Badge(page.mark, roster) else { return nil }
        let friend = badge.room.friend(of: person)
        if pages[friend] == nil {
            pages[friend] = Page(
                badge: badge, unread: page.mark.unread,
                receipt: EphemeralTrace.Receipt(page.receipt))
        }
        let older = page.messages.compactMap { Saying($0, roster) }
        rooms[friend] = older + (rooms[friend] ?? [])
        guard page.more, let oldest = page.messages.first?.seq else { return nil }
        return Self.history(with: friend, before: oldest, roster)
    }
}
