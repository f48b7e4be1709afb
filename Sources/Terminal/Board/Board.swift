import SwiftProtobuf
import Wire

/// The overview for a person: online friends, unread messages, friends who are up for the same
/// activities, and whether the server is in reach.
///
/// A pure value: built from the snapshot of a session, changed by events, drawn by `BoardView`. It
/// ignores events that it does not use.
struct Board: Equatable, Sendable {
    /// Where the person is.
    enum Place: Equatable, Sendable {
        case lobby
        case room(with: String)
    }

    /// A friend and I are up for the same.
    struct Pair: Hashable, Sendable {
        let activity: String
        let friend: String
    }

    /// How long a friend counts as typing without a new sign of it.
    static let typingSeconds = 6

    let me: String
    var place = Place.lobby
    /// While there is no connection toggles are locked: the server is the truth, and nothing is
    /// queued for it.
    private(set) var isConnected = false
    private(set) var friends: [String: BoardFriend] = [:]
    /// In the order of the catalogue.
    private(set) var toggles: [BoardToggle] = []
    private(set) var matches: Set<Pair> = []
    /// The users who have sent a friend request.
    private(set) var askers: Set<String> = []
    /// How many partners have proposed a meetup, and wait for an answer.
    private(set) var proposalCount = 0
    private(set) var isInvisible = false
    /// Events up to here were part of the snapshot, and count no more when they are replayed.
    private var top: UInt32 = 0

    init(me: String) { self.me = me }

    /// Unread messages in all rooms that are not muted.
    var unread: Int { friends.values.reduce(0) { $0 + $1.badge } }

    /// The activities that a friend and I are both up for, in the order of the catalogue. A
    /// wildcard of mine matches whatever the friend is up for.
    ///
    /// Only while I am up for them: the end of a match is no news to the user who has just ended
    /// it.
    func shared(with friend: String) -> [String] {
        let isUpForAll = toggles.contains { $0.isWildcard && $0.isOn }
        return toggles.filter {
            ($0.isOn || isUpForAll)
                && matches.contains(Pair(activity: $0.activity, friend: friend))
        }.map(\.activity)
    }

    /// The friends who are up for an activity of mine, by name; for a wildcard, the friends who
    /// match no other of mine.
    func company(for activity: String) -> [String] {
        let met: Set<String> =
            toggles.contains { $0.isWildcard && $0.activity == activity }
            ? Set(toggles.filter { $0.activity == activity || !$0.isOn }.map(\.activity))
            : [activity]
        return Set(matches.filter { met.contains($0.activity) }.map(\.friend)).sorted()
    }

    /// The activity with this number on the board, the first being 1.
    func toggle(number: Int) -> BoardToggle? {
        number >= 1 && number <= toggles.count ? toggles[number - 1] : nil
    }
}

extension Board {
    /// A session was opened: its snapshot is how everything stands.
    mutating func begin(_ session: SessionOpened) {
        isConnected = true
        guard session.hasSnapshot else { return }
        let (snapshot, place) = (session.snapshot, place)
        self = Board(me: me)
        (isConnected, self.place, top) = (true, place, session.top)
        know(snapshot.friends)
        for room in snapshot.rooms.rooms { friends[room.with]?.know(room, me: me) }
        toggles = snapshot.activities.activities.map(BoardToggle.init)
        matches = Set(
            snapshot.matches.matches.filter { !$0.hasUntil }
                .map { Pair(activity: $0.activity, friend: $0.with.username) })
        askers = Set(snapshot.mailbox.incoming.map(\.user.username))
        isInvisible = snapshot.privacy.invisible
    }

    /// The connection is lost. Until it is back, the presence of friends is unknown.
    mutating func lose() {
        isConnected = false
        for name in friends.keys {
            friends[name]?.presence = .unknown
            friends[name]?.typesUntil = nil
        }
    }

    /// The friends as the server lists them.
    mutating func know(_ list: Friends) {
        var known: [String: BoardFriend] = [:]
        for friend in list.friends {
            let name = friend.user.username
            var entry = friends[name] ?? BoardFriend(displayName: friend.user.displayName)
            entry.displayName = friend.user.displayName
            entry.presence = Whereabouts(friend)
            known[name] = entry
        }
        friends = known
    }

    /// What the server has answered to a look; nil: nothing.
    mutating func learn(_ answer: ServerMessage.OneOf_Body?) {
        switch answer {
        case .friends(let list): know(list)
        case .partnerships(let list): know(list)
        default: break
        }
    }

    /// The partners as the server lists them.
    mutating func know(_ list: Partnerships) {
        proposalCount = list.partnerships.count { $0.awaits(me) }
    }

    /// Something happened.
    ///
    /// - Parameters:
    ///   - seq: its place in the inbox; nil for what is ephemeral.
    ///   - now: seconds since 1970.
    mutating func take(_ body: ServerMessage.OneOf_Body, seq: UInt32?, now: Int) {
        if let seq {
            if seq > top { durable(body) }
        } else {
            ephemeral(body, now: now)
        }
    }

    private mutating func durable(_ body: ServerMessage.OneOf_Body) {
        switch body {
        case .friendAdded(let added): meet(added.friend)
        case .friendRemoved(let removed): part(from: removed.friend)
        case .friendRequested(let request): askers.insert(request.from.username)
        case .friendRequestClosed(let closed): askers.remove(closed.from)
        case .profileChanged(let changed):
            friends[changed.user.username]?.displayName = changed.user.displayName
        case .roomMessage(let message): hear(message)
        case .roomBadge(let badge): friends[other(in: badge.mark.room)]?.know(badge.mark)
        case .activityChanged(let change): set(change)
        case .match(let match):
            matches.insert(Pair(activity: match.activity, friend: match.with.username))
        case .matchEnded(let ended):
            matches.remove(Pair(activity: ended.activity, friend: ended.with))
        case .privacyChanged(let change): isInvisible = change.privacy.invisible
        default: break
        }
    }

    private mutating func ephemeral(_ body: ServerMessage.OneOf_Body, now: Int) {
        switch body {
        case .presence(let presence): see(presence)
        case .presenceDigest(let digest): digest.presences.forEach { see($0) }
        case .roomReceipt(let receipt) where !receipt.room.hasPrefix("#"):
            friends[receipt.user]?.know(receipt)
        case .roomTyping(let typing) where !typing.room.hasPrefix("#"):
            friends[typing.from]?.typesUntil = typing.on ? now + Self.typingSeconds : nil
        default: break
        }
    }

    private mutating func meet(_ user: UserProfile) {
        askers.remove(user.username)
        if friends[user.username] == nil {
            friends[user.username] = BoardFriend(displayName: user.displayName)
        }
    }

    private mutating func part(from friend: String) {
        friends[friend] = nil
        matches = matches.filter { $0.friend != friend }
    }

    /// What is said in the open conversation is read: it is on the screen.
    private mutating func hear(_ message: RoomMessage) {
        let name = other(in: message.room)
        friends[name]?.hear(
            message, isMine: message.from == me, isRead: place == .room(with: name))
    }

    private mutating func set(_ change: ActivityChanged) {
        guard let index = toggles.firstIndex(where: { $0.activity == change.activity })
        else { return }
        toggles[index].isOn = change.on
        toggles[index].expiresAt =
            change.on && change.hasExpiresAt ? change.expiresAt.seconds : nil
    }

    private mutating func see(_ presence: Presence) {
        friends[presence.user]?.presence = Whereabouts(presence)
    }

    private func other(in room: String) -> String { RoomName.other(in: room, than: me) }
}

/// What the board knows of one friend.
struct BoardFriend: Equatable, Sendable {
    /// How far my last word has come.
    enum Receipt: Equatable, Sendable {
        case sent
        case delivered
        case read
    }

    var displayName: String
    var presence = Whereabouts.unknown
    private(set) var unread = 0
    private var isMuted = false
    /// Seconds since 1970; nil while the friend is not typing.
    var typesUntil: Int?
    /// My message, if it is the room's last.
    private var lastWord: UInt32?
    private var delivered: UInt32 = 0
    private var read: UInt32 = 0

    init(displayName: String) { self.displayName = displayName }

    /// How many messages ask to be read: none of a muted room, however many are unread.
    var badge: Int { isMuted ? 0 : unread }

    /// How far my last word has come; nil when the last word is not mine.
    var receipt: Receipt? {
        lastWord.map { $0 <= read ? .read : $0 <= delivered ? .delivered : .sent }
    }

    mutating func know(_ room: RoomSummary, me: String) {
        know(room.mark)
        know(room.receipt)
        lastWord = room.newest.from == me ? room.newest.seq : nil
    }

    mutating func know(_ mark: RoomMarked) {
        unread = Int(mark.unread)
        isMuted = mark.muted
    }

    /// Neither ever moves back.
    mutating func know(_ receipt: RoomReceipt) {
        delivered = max(delivered, receipt.delivered)
        read = max(read, receipt.read)
    }

    /// A message of the room with this friend.
    mutating func hear(_ message: RoomMessage, isMine: Bool, isRead: Bool) {
        lastWord = isMine ? message.seq : nil
        guard !isMine else { return }
        typesUntil = nil
        if !isRead { unread += 1 }
    }
}

/// One activity of the catalogue, and whether I am up for it.
struct BoardToggle: Equatable, Sendable {
    let activity: String
    var isOn: Bool
    /// Seconds since 1970; nil while it is off.
    var expiresAt: Int64?
    /// It meets every other activity.
    let isWildcard: Bool

    init(_ state: ActivityState) {
        activity = state.activity
        isOn = state.on
        isWildcard = state.wildcard
        expiresAt = state.on && state.hasExpiresAt ? state.expiresAt.seconds : nil
    }
}

/// Whether a friend is here.
enum Whereabouts: Equatable, Sendable {
    case online
    /// Seconds since 1970; nil when the server does not know.
    case offline(lastSeen: Int64?)
    /// Unknown: shortly after a start of the server, or without a connection.
    case unknown

    init(_ friend: Friend) {
        self.init(
            online: friend.hasOnline ? friend.online : nil,
            lastSeen: friend.hasLastSeen ? friend.lastSeen : nil)
    }

    init(_ presence: Presence) {
        self.init(
            online: presence.hasOnline ? presence.online : nil,
            lastSeen: presence.hasLastSeen ? presence.lastSeen : nil)
    }

    init(_ device: DeviceEntry) {
        self.init(
            online: device.hasOnline ? device.online : nil,
            lastSeen: device.hasLastSeen ? device.lastSeen : nil)
    }

    private init(online: Bool?, lastSeen: Google_Protobuf_Timestamp?) {
        switch online {
        case true: self = .online
        case false: self = .offline(lastSeen: lastSeen?.seconds)
        case nil: self = .unknown
        }
    }

    /// One character for it.
    var mark: String {
        switch self {
        case .online: "●"
        case .offline: "○"
        case .unknown: "◐"
        }
    }

    /// The colour of its mark.
    func dress(_ palette: Palette) -> @Sendable (String) -> String {
        self == .online ? palette.green : palette.dim
    }
}
