import Accounts
import Friends
import Kernel
import Wire

/// Searches for words in the caller's rooms, and for messages by author, kind and time.
struct SearchCommands: Sendable {
    func search(
        _ command: RoomSearch, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> RoomFound {
        let limit = try PageLimit.of(command.hasLimit ? command.limit : 20, in: 1...50)
        let text = try PlainText(command.text, .init(RoomSearch.textLength), field: "text").text
        let (words, filter) = (Words(text), try SearchFilter(command))
        guard !words.list.isEmpty || text.isEmpty && filter != SearchFilter() else {
            throw Refusal(.invalidField, field: "text", "expected a word")
        }
        var search = Search(words: words, filter: filter, caller: caller, limit: limit)
        if !command.with.isEmpty {
            search.conversation = try Conversation.find(
                command.with, field: "with", caller, in: snapshot)
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
    /// Most messages of each kind that one search reads. Those of the index match, unless a
    /// friendship has ended.
    private static let (freshMax, indexedTimes) = (1_024, 4)
    /// Messages not in the index yet that a search reads in each room, at least.
    private static let freshMin = 64
    /// A page stays well below what an outbox holds.
    private static let pageBytes = 65_536

    let words: Words
    let filter: SearchFilter
    let caller: Caller
    let limit: Int
    /// The room to search; nil: all rooms of the caller.
    var conversation: Conversation?
    private(set) var found: [RoomMessage] = []
    private var byteCount = 0
    private var reading: GroupReading
    /// By room of two: whether the caller may read it.
    private var readable: [String: Bool] = [:]

    init(words: Words, filter: SearchFilter, caller: Caller, limit: Int) {
        (self.words, self.filter) = (words, filter)
        (self.caller, self.limit) = (caller, limit)
        reading = GroupReading(of: caller.user)
    }

    /// - Returns: the event before which there may be more; nil: there is no more.
    mutating func run(before: Int64, in snapshot: Snapshot) throws(Refusal) -> Int64? {
        let indexedMax = Self.indexedTimes * limit
        let before = min(before, filter.before)
        // Behind it, one of the lists may know more.
        var end: Int64 = 0
        var candidates: [Int64] = []
        let rooms = try rooms(in: snapshot)
        let freshMax = max(Self.freshMin, Self.freshMax / max(1, rooms.count))
        for room in rooms {
            let fresh = try snapshot.all(
                room.fresh(before: before, limit: freshMax, caller: caller.user))
            let indexed = try snapshot.all(
                RoomWords.index.find(
                    words: room.question(words, filter, caller: caller.user), before: before,
                    limit: indexedMax))
            // Of what was said before the caller came, or before what is asked for, not even that
            // there is more.
            let start = max(filter.after, try room.start(for: caller.user, in: snapshot))
            if fresh.count == freshMax, let last = fresh.last, last > start { end = max(end, last) }
            if indexed.count == indexedMax, let last = indexed.last, last > start {
                end = max(end, last)
            }
            candidates += (fresh + indexed).filter { $0 > start }
        }
        var last = before
        for id in candidates.sorted(by: >) where id >= end {
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
        guard !message.isExpired(at: snapshot.now), filter.includes(message),
            words.occur(in: Words(of: message)), try mayRead(message, in: snapshot)
        else { return }
        found.append(message)
        byteCount += message.byteCount
    }

    /// Where to look.
    private func rooms(in snapshot: Snapshot) throws(Refusal) -> [SearchedRoom] {
        guard let conversation else {
            return [.pairs]
                + (try snapshot.all(.groups(of: caller.user)).map { .group($0.room) })
        }
        switch conversation.party {
        case .group(let group, _): return [.group(group.room)]
        case .pair(let friend, let pair):
            return try snapshot.first(.room(of: pair)).map { [.pair($0, friend.id)] } ?? []
        }
    }

    private mutating func mayRead(
        _ message: RoomMessage, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        if let conversation, message.room != conversation.key.description { return false }
        if RoomKey.isGroup(message.room) { return try reading.allows(message, in: snapshot) }
        if let known = readable[message.room] { return known }
        let other = RoomKey.other(in: message.room, than: caller.username)
        let found = try other.map { (name) throws(Refusal) in
            try Conversation.known(name, caller, in: snapshot) != nil
        }
        readable[message.room] = found ?? false
        return found ?? false
    }
}

/// What one look into the index is for.
private enum SearchedRoom {
    /// All rooms of two.
    case pairs
    case pair(Room.ID, User.ID)
    case group(Room.ID)

    func fresh(before: Int64, limit: Int, caller: User.ID) -> Query<Int64> {
        switch self {
        case .pairs: .fresh(of: caller, before: before, limit: limit)
        case .pair(let room, _), .group(let room):
            .fresh(in: room, before: before, limit: limit)
        }
    }

    /// Behind which event the caller may read; 0 where that is all.
    func start(for caller: User.ID, in snapshot: Snapshot) throws(Refusal) -> Int64 {
        guard case .group(let room) = self else { return 0 }
        return try snapshot.first(.start(of: caller, in: room)) ?? 0
    }

    func question(_ words: Words, _ filter: SearchFilter, caller: User.ID) -> String {
        switch self {
        case .pairs: RoomWords.question(words, filter, of: caller, with: nil)
        case .pair(_, let friend): RoomWords.question(words, filter, of: caller, with: friend)
        case .group(let room): RoomWords.question(words, filter, inGroup: room)
        }
    }
}
