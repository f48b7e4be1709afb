import Wire

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
