import SwiftProtobuf
package import Wire

/// Everything that is known about one person at the end.
package struct Statement: Sendable {
    package let person: Int
    /// The traces of the person's devices.
    package var devices: [DeviceTrace] = []
    /// The inbox as it was read from its beginning at the end; `inbox[0]` is event 1.
    package var inbox: [InboxEntry] = []
    /// The rooms as they were read at the end, oldest message first, by friend.
    package var rooms: [Int: [Saying]] = [:]
    /// The list of friends.
    package var friends: Set<Int> = []
    /// The people whom this person has blocked.
    package var blocks: Set<Int> = []
    /// What the newest pages of the rooms have besides messages, by friend.
    package var pages: [Int: Page] = [:]
    /// Unread messages in all rooms of two that are not muted.
    package var unread: UInt32?
    /// Events of the inbox that no device was ever shown.
    package var missing: [UInt32] = []
    /// Messages that disappear.
    package var ending: Set<Saying> = []
    /// Events that may have been hidden at some time.
    package var hidden: Set<UInt32> = []
    /// Events that had no content any more when they were first read.
    package var unreadBlanks: Set<UInt32> = []
    /// The activities that are on.
    package var toggles: Set<String> = []
    /// The matches that last.
    package var matches: [Tie] = []

    /// The partnerships as they were read at the end; nil: they were not read.
    package var partnerships: [UInt32: PartnerNews.Meetup]?
    /// The size of each project that this person is a member of, as it was read at the end; nil: it
    /// was not read.
    package var teams: [UInt32: UInt32]?
    /// The person's standing in games of words, as it was read at the end; nil: it was not read.
    package var wordStanding: WordNews.Standing?
    /// When reading began at the end, by our wall clock in milliseconds since 1970; nil: nothing
    /// was read.
    package var readTime: Int64?

    /// A match as one side sees it.
    package struct Tie: Hashable, Comparable, Sendable {
        package let activity: String
        package let with: Int

        package init(_ activity: String, with: Int) {
            (self.activity, self.with) = (activity, with)
        }

        package static func < (one: Self, other: Self) -> Bool {
            (one.with, one.activity) < (other.with, other.activity)
        }
    }

    /// What a page of a room has besides messages.
    package struct Page: Equatable, Sendable {
        package var badge: Badge
        package var unread: UInt32
        /// How far the other side is.
        package var receipt: EphemeralTrace.Receipt
    }

    package init(person: Int) {
        self.person = person
    }

    /// The number of the newest message of the room with a friend, also if it has disappeared; nil:
    /// the room was not read.
    func newestMessage(with friend: Int) -> UInt32? {
        guard let room = rooms[friend] else { return nil }
        let gone = ending.filter { saying in
            saying.room.contains(person) && saying.room.friend(of: person) == friend
        }
        return (room + gone).map(\.seq).max() ?? 0
    }

    /// Whether a message of the room with a friend disappears.
    func disappears(_ seq: UInt32, with friend: Int) -> Bool {
        ending.contains { saying in
            saying.seq == seq && saying.room.contains(person)
                && saying.room.friend(of: person) == friend
        }
    }

    /// Takes the inbox from the last device, which has read it from the server at the end.
    ///
    /// - Parameter isWhole: whether the server still had its beginning. Otherwise the beginning is
    ///   put together from what the other devices were shown.
    package mutating func gatherInbox(isWhole: Bool) {
        let known = Self.shown(devices)
        let shown = isWhole ? Self.shown(devices.suffix(1)) : known
        let top = shown.keys.max() ?? 0
        let seqs = (0..<top).map { $0 + 1 }
        hidden = hiddenEvents(of: known)
        unreadBlanks = Set(devices.flatMap(\.blanks).filter { known[$0] == nil })
        hidden.formUnion(unreadBlanks)
        missing = seqs.filter { shown[$0] == nil && !hidden.contains($0) }
        inbox = seqs.compactMap { seq in
            if let entry = shown[seq] { return entry }
            guard hidden.contains(seq) else { return nil }
            return known[seq].flatMap { $0.isOfGroup ? nil : $0 } ?? .blank
        }
    }

    private static func shown(_ devices: some Sequence<DeviceTrace>) -> [UInt32: InboxEntry] {
        devices.reduce(into: [:]) { all, device in
            all.merge(device.inbox) { _, newer in newer }
        }
    }

    /// Events that may have been hidden from the person at some time, as far as any device was
    /// shown them:
    ///
    /// - messages to groups by an author whom the person had blocked, or in a group that the person
    ///   has left;
    /// - messages between two people who were not friends at some time;
    /// - matches with a person who was no friend at some time;
    /// - events in which a user waits for an answer;
    /// - everything about a partnership that has ended, and a former place of a meetup.
    private func hiddenEvents(of shown: [UInt32: InboxEntry]) -> Set<UInt32> {
        let left = shown.values.compactMap { entry in
            if case .group(let news) = entry, news.leaves(person) { news.room } else { nil }
        }
        let partners = Dictionary(grouping: shown.values.compactMap(\.partnerNews), by: \.number)
        let (rooms, blocked) = (Set(left), onceBlocked)
        let former = blocked.union(Self.parted(shown.values))
        let hidden = shown.filter { _, entry in
            switch entry {
            case .group(let news):
                guard case .message(let author, _, _) = news.kind else { return false }
                return rooms.contains(news.room) || blocked.contains(author)
            case .message(let saying):
                let other = saying.room.friend(of: person)
                return former.contains(other) || !friends.contains(other)
            case .match(_, let other), .matchEnded(_, let other):
                return former.contains(other) || !friends.contains(other)
            case .waits: return true
            case .partners(let news): return news.isOver(by: partners[news.number] ?? [])
            default: return false
            }
        }
        return Set(hidden.keys)
    }

    private static func parted(_ entries: some Sequence<InboxEntry>) -> Set<Int> {
        Set(entries.compactMap { if case .parted(let other) = $0 { other } else { nil } })
    }

    /// How often the inbox reported each match.
    var noticeCounts: [Tie: Int] {
        inbox.reduce(into: [:]) { counts, entry in
            guard case .match(let activity, let friend) = entry else { return }
            counts[.init(activity, with: friend), default: 0] += 1
        }
    }

    /// Whether everything was read that the inbox had about messages and matches with another
    /// person. If the two were not friends at some time, those events may have lost their content.
    func hasAllNews(of other: Int) -> Bool {
        unreadBlanks.isEmpty
            || friends.contains(other) && !Self.parted(inbox).contains(other)
    }

    /// The people whom the person has blocked at any time.
    var onceBlocked: Set<Int> {
        let told = devices.flatMap(\.inbox.values).compactMap { entry in
            if case .blocked(let other) = entry { other } else { nil }
        }
        let decided = decisions.compactMap { decision in
            if case .block(let other) = decision.subject { other } else { nil }
        }
        return Set(told + decided)
    }

    /// Whether an event has no content any more, or may have been hidden at some time.
    func isBlank(_ seq: UInt32) -> Bool {
        seq >= 1 && inbox.indices.contains(Int(seq) - 1)
            && (inbox[Int(seq) - 1] == .blank || hidden.contains(seq))
    }

    /// The inbox's news of language partners.
    package var partnerNews: [PartnerNews] {
        inbox.compactMap(\.partnerNews)
    }

    /// Who joined which project, according to the inbox.
    package var joins: [TeamNews] {
        inbox.compactMap { entry in
            if case .team(let news) = entry, news.kind == .joined { news } else { nil }
        }
    }

    /// The decisions made on this person's devices.
    package var decisions: [Decision] {
        let all = devices.flatMap(\.decisions)
        let repeated = Dictionary(all.filter { !$0.cid.isEmpty }.map { ($0.cid, $0) }) {
            one, other in
            one.merged(with: other)
        }
        return all.filter(\.cid.isEmpty) + repeated.values
    }

    /// The messages that this person's devices sent to groups, by number.
    package var groupSendings: [Int: GroupSending] {
        devices.reduce(into: [:]) { all, device in
            all.merge(device.groupSendings) { one, other in
                one.acknowledgedAt == nil ? other : one
            }
        }
    }

    /// The messages that this person's devices sent, by number.
    package var sendings: [Int: Sending] {
        devices.reduce(into: [:]) { all, device in
            all.merge(device.sendings) { one, other in one.acknowledgedAt == nil ? other : one }
        }
    }
}

extension Statement {
    /// The commands that read the final state, besides the inbox and the rooms.
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

    /// Records an answer to one of the last reads.
    ///
    /// - Returns: the next read; nil: that was all of it.
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

    /// Records the partnerships that were read at the end.
    package mutating func take(_ list: Partnerships) {
        partnerships = Dictionary(
            list.partnerships.map { ($0.number, PartnerNews.Meetup($0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Records the profile of games of words that was read at the end.
    package mutating func take(_ profile: WordProfile) {
        wordStanding = WordNews.Standing(
            games: profile.gamesCount, streak: profile.streakCount, highScore: profile.highScore)
    }

    /// Records the projects that were read at the end.
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

/// A promise that the server broke.
package struct Violation: Hashable, Sendable, Encodable {
    /// Which kind of promise.
    package enum Kind: String, CaseIterable, Sendable, Encodable {
        /// Acknowledged or seen, and not there afterwards; due, and never delivered.
        case lost
        /// There twice, or with two effects.
        case duplicated
        /// Another order, or another content, than another reader saw.
        case reordered
        /// Known to a person whom it does not concern.
        case leaked
        /// True for one side of a pair and not for the other.
        case asymmetric
    }

    package let kind: Kind
    /// One line for a person.
    package let what: String

    package init(_ kind: Kind, _ what: String) {
        (self.kind, self.what) = (kind, what)
    }
}
