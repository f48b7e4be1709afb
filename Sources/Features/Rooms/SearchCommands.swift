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
        var search = Search(words: words, caller: caller, limit: Int(limit))
        if !command.with.isEmpty {
            search.friend = try Bonds.other(
                named: command.with, field: "with", of: caller.user, allowing: .chat, in: snapshot)
        }
        let next = try search.run(before: place(command.before, in: snapshot), in: snapshot)
        var found = RoomFound()
        found.messages = search.found
        if let next { found.next = try Bookmark.text(at: next, in: snapshot) }
        return found
    }

    private func place(_ text: String, in snapshot: Snapshot) throws(Refusal) -> Int64 {
        guard !text.isEmpty else { return .max }
        guard let place = try Bookmark.place(in: text, in: snapshot) else {
            throw Refusal(
                .invalidField, field: "before", "expected the `next` of an earlier answer")
        }
        return place
    }
}

/// One search: in what the index knows, and in the messages that are not in it yet.
private struct Search {
    /// How many of each are looked at in one search: those of the index are what was looked for,
    /// unless somebody is no friend any more.
    private static let (freshMax, indexedTimes) = (1_024, 4)
    /// A page stays well below what an outbox holds.
    private static let pageBytes = 65_536

    let words: Words
    let caller: Caller
    let limit: Int
    /// With whom; nil: with any friend.
    var friend: (account: Account, pair: UserPair)?
    private(set) var found: [RoomMessage] = []
    private var byteCount = 0
    private var friendships: [String: Bool] = [:]

    init(words: Words, caller: Caller, limit: Int) {
        (self.words, self.caller, self.limit) = (words, caller, limit)
    }

    /// - Returns: the event before which there may be more; nil: there is no more.
    mutating func run(before: Int64, in snapshot: Snapshot) throws(Refusal) -> Int64? {
        let fresh = try snapshot.all(
            friend.map { .fresh(of: $0.pair, before: before, limit: Self.freshMax) }
                ?? .fresh(of: caller.user, before: before, limit: Self.freshMax))
        let indexedMax = Self.indexedTimes * limit
        let indexed = try snapshot.all(
            RoomWords.index.find(
                words: RoomWords.question(words, of: caller.user, with: friend?.account.id),
                before: before, limit: indexedMax))
        // Behind it, one of the two may know more.
        let end = max(
            fresh.count == Self.freshMax ? fresh.last ?? 0 : 0,
            indexed.count == indexedMax ? indexed.last ?? 0 : 0)
        var last = before
        for id in (fresh + indexed).sorted(by: >) where id >= end {
            guard found.count < limit, byteCount < Self.pageBytes else { return last }
            if let message = try snapshot.first(.event(id))?.message { try take(message, snapshot) }
            last = id
        }
        return end > 0 ? end : nil
    }

    /// Adds a message to those that were found, if it is one.
    private mutating func take(
        _ message: RoomMessage, _ snapshot: Snapshot
    ) throws(Refusal) {
        guard words.occur(in: Words(message.text)), try isOfFriend(message, in: snapshot) else {
            return
        }
        found.append(message)
        byteCount += message.byteCount
    }

    private mutating func isOfFriend(
        _ message: RoomMessage, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let other = RoomKey.other(in: message.room, than: caller.username) else {
            return false
        }
        if let friend { return other == friend.account.username }
        if let known = friendships[other] { return known }
        let account = try snapshot.first(.account(named: other))
        let pair = account.flatMap { UserPair(caller.user, $0.id) }
        let isFriend = if let pair { try Bonds.allow(.chat, pair, in: snapshot) } else { false }
        friendships[other] = isFriend
        return isFriend
    }
}
