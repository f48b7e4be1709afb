import Accounts
import Friends
import Kernel
import Wire

/// Looks for words in one's own rooms.
struct SearchCommands: Sendable {
    func search(
        _ command: RoomSearch, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomFound {
        let limit = command.hasLimit ? command.limit : 20
        guard (1...50).contains(limit) else {
            throw Refusal(.invalidField, field: "limit", "expected 1 to 50")
        }
        let words = Words(try PlainText(command.text, .init(1...200), field: "text").text)
        guard !words.list.isEmpty else {
            throw Refusal(.invalidField, field: "text", "expected a word")
        }
        let before = try position(command.before, of: caller, in: snapshot)
        var search = Search(words: words, caller: caller, limit: Int(limit))
        if !command.with.isEmpty {
            let (friend, _) = try Friendships.friend(
                named: command.with, field: "with", of: caller.user, in: snapshot)
            search.friend = friend
        }
        try search.run(before: before, in: snapshot)
        var found = RoomFound()
        found.messages = search.found
        found.next = search.next.map { "\($0.room):\($0.seq)" } ?? ""
        return found
    }

    /// A place in time is told as a message that one knows: an event's id would tell how many
    /// others there were.
    private func position(
        _ text: String, of caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Int64 {
        guard !text.isEmpty else { return .max }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let seq = UInt32(parts[2]),
            let other = RoomKey.other(in: "\(parts[0]):\(parts[1])", than: caller.username),
            let account = try snapshot.first(.account(named: other)),
            let pair = UserPair(caller.user, account.id),
            let room = try snapshot.first(.room(of: pair)),
            let event = try snapshot.first(.event(of: seq, in: room))
        else {
            throw Refusal(.invalidField, field: "before", "expected what an answer gave as `next`")
        }
        return event.rawValue
    }
}

/// One search: first what is newer than the index, in the inbox; then what the index knows.
private struct Search {
    /// Messages of an inbox that are looked at one by one, in one search; and events at a time.
    private static let (scannedMax, pageCount) = (1_024, 64)
    /// A page stays well below what an outbox holds.
    private static let pageBytes = 65_536

    let words: Words
    let caller: Caller
    let limit: Int
    /// With whom; nil: with any friend.
    var friend: Account?
    private(set) var found: [RoomMessage] = []
    /// The message behind which there may be older ones.
    private(set) var next: RoomMessage?
    /// The last message that was looked at.
    private var last: RoomMessage?
    private var byteCount = 0
    private var friendships: [String: Bool] = [:]

    init(words: Words, caller: Caller, limit: Int) {
        (self.words, self.caller, self.limit) = (words, caller, limit)
    }

    mutating func run(before: Int64, in snapshot: Snapshot) throws(Refusal) {
        let end = (try snapshot.first(.wordsEnd) ?? 0).rawValue
        if before > end + 1 {
            guard try scan(from: before, to: end, in: snapshot) else { return }
        }
        let ids = try snapshot.all(
            RoomWords.index.find(
                words: RoomWords.question(words, of: caller.user, with: friend?.id),
                before: min(before, end + 1), limit: 4 * limit))
        for id in ids {
            guard let event = try snapshot.first(.event(id)) else { continue }
            guard try take(event, in: snapshot) else { return }
        }
        if ids.count == 4 * limit { next = last }
    }

    /// Looks at what is newer than the index.
    ///
    /// - Returns: whether to go on in the index.
    private mutating func scan(
        from before: Int64, to end: Int64, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        var seq = UInt32.max
        var scannedCount = 0
        while true {
            let page = try snapshot.all(
                .inbox(of: caller.user, below: seq, limit: Self.pageCount))
            for (_, event) in page {
                guard event.id.rawValue > end else { return true }
                guard event.id.rawValue < before, event.message != nil else { continue }
                guard try take(event, in: snapshot) else { return false }
                scannedCount += 1
            }
            guard let oldest = page.last, page.count == Self.pageCount else { return true }
            seq = oldest.seq
            if scannedCount >= Self.scannedMax {
                next = last
                return false
            }
        }
    }

    /// - Returns: whether there is room for more.
    private mutating func take(
        _ event: ScannedEvent, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let message = event.message else { return true }
        if words.occur(in: Words(message.text)), try isOfFriend(message, in: snapshot) {
            guard found.count < limit, byteCount < Self.pageBytes else {
                next = last
                return false
            }
            found.append(message)
            byteCount += message.byteCount
        }
        last = message
        return true
    }

    private mutating func isOfFriend(
        _ message: RoomMessage, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let other = RoomKey.other(in: message.room, than: caller.username) else {
            return false
        }
        if let friend { return other == friend.username }
        if let known = friendships[other] { return known }
        let account = try snapshot.first(.account(named: other))
        let pair = account.flatMap { UserPair(caller.user, $0.id) }
        let isFriend = if let pair { try Friendships.exists(pair, in: snapshot) } else { false }
        friendships[other] = isFriend
        return isFriend
    }
}
