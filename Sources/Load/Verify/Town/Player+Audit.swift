import Client
import Promises
import Wire

extension Player {
    /// Asks for the newest page of the room with the friend for good.
    var newestPage: ClientMessage.OneOf_Command {
        var command = RoomHistory()
        command.with = setting.roster.name(person ^ 1)
        command.limit = 100
        return .roomHistory(command)
    }

    /// Excludes a friend from the secret activity.
    func exclude(_ friend: Int) async -> Bool {
        var select = AudienceSelect()
        select.activity = Neighbourhood.secretActivity
        select.friend = setting.roster.name(friend)
        select.selected = false
        return await say(.audienceSelect(select))
    }

    /// Lets others know no more than this person wants; returns whether that was acknowledged.
    func setPrivacy() async -> Bool {
        var set = PrivacySet()
        if !setting.neighbourhood.sharesReceipts(person) { set.receipts = false }
        if !setting.neighbourhood.tellsTyping(person) { set.typing = false }
        guard set.hasReceipts || set.hasTyping else { return true }
        return await say(.privacySet(set))
    }

    /// Reads everything that the server has for this person, from some event on.
    ///
    /// - Parameters:
    ///   - after: 0 for the beginning.
    ///   - devices: those of this person, which are waited for until they have seen as much: what
    ///     comes by itself, as the end of a match does, may come at any moment.
    /// - Returns: nil when the server has forgotten what came next.
    func audit(after: UInt32, _ devices: [Player]) async throws(ClientError) -> Statement? {
        var statement = Statement(person: person)
        try await client.connect()
        let session = try await client.signIn(token: key, after: after, epoch: "")
        guard !session.reset else { return nil }
        try await read(upTo: session.top)
        statement.friends = try await friends()
        statement.blocks = try await blocks()
        for friend in statement.friends {
            (statement.rooms[friend], statement.pages[friend]) = try await room(with: friend)
        }
        statement.unread = try await unread()
        statement.toggles = try await toggles()
        statement.matches = try await matches()
        await level(devices)
        return statement
    }

    /// Returns when all have come as far in the inbox as this one; or do not get there.
    private func level(_ devices: [Player]) async {
        for _ in 0..<1000 {
            let top = witness.ask { $0.inboxTop }
            if devices.allSatisfy({ $0.witness.ask { $0.inboxTop } == top }) { return }
            await MonotonicClock.pass(10)
        }
    }

    /// Returns when the inbox has come that far.
    private func read(upTo top: UInt32) async throws(ClientError) {
        var (seen, idleMilliseconds) = (witness.ask { $0.inboxTop }, 0)
        while seen < top, idleMilliseconds < 10_000 {
            await MonotonicClock.pass(5)
            let now = witness.ask { $0.inboxTop }
            (seen, idleMilliseconds) = now > seen ? (now, 0) : (seen, idleMilliseconds + 5)
        }
    }

    private func friends() async throws(ClientError) -> Set<Int> {
        guard case .friends(let list) = try await client.call(.friendList(FriendList())) else {
            throw .violation("no friends in the answer")
        }
        return Set(list.friends.compactMap { setting.roster.number($0.user.username) })
    }

    private func blocks() async throws(ClientError) -> Set<Int> {
        guard case .blocks(let list) = try await client.call(.blockList(BlockList())) else {
            throw .violation("no blocks in the answer")
        }
        return Set(list.users.compactMap { setting.roster.number($0.username) })
    }

    private func unread() async throws(ClientError) -> UInt32 {
        guard case .rooms(let list) = try await client.call(.roomList(RoomList())) else {
            throw .violation("no rooms in the answer")
        }
        return list.unread
    }

    private func toggles() async throws(ClientError) -> Set<String> {
        guard case .activities(let list) = try await client.call(.activityList(ActivityList()))
        else { throw .violation("no activities in the answer") }
        return Set(list.activities.filter(\.on).map(\.activity))
    }

    private func matches() async throws(ClientError) -> [Statement.Tie] {
        guard case .matches(let list) = try await client.call(.matchList(MatchList())) else {
            throw .violation("no matches in the answer")
        }
        return list.matches.compactMap { entry in
            setting.roster.number(entry.with.username).map { .init(entry.activity, with: $0) }
        }
    }

    private func room(
        with friend: Int
    ) async throws(ClientError) -> ([Saying], Statement.Page?) {
        var sayings: [Saying] = []
        var newest: Statement.Page?
        var command = RoomHistory()
        command.with = setting.roster.name(friend)
        command.limit = 100
        while true {
            guard case .roomPage(let page) = try await client.call(.roomHistory(command)) else {
                throw .violation("no page in the answer")
            }
            if newest == nil { newest = Statement.Page(page, setting.roster) }
            sayings += page.messages.reversed().compactMap { Saying($0, setting.roster) }
            guard page.more, let oldest = page.messages.first?.seq else { break }
            command.before = oldest
        }
        return (sayings.reversed(), newest)
    }
}

extension Statement.Page {
    fileprivate init?(_ page: RoomPage, _ roster: Roster) {
        guard let badge = Badge(page.mark, roster) else { return nil }
        self.init(
            badge: badge, unread: page.mark.unread, receipt: Hearsay.Receipt(page.receipt))
    }
}
