/// Everything that is known of one person when all is over.
struct Statement: Sendable {
    let person: Int
    /// What each device has to say.
    var devices: [Testimony] = []
    /// The inbox as it was read from its beginning at the end; `inbox[0]` is event 1.
    var inbox: [InboxEntry] = []
    /// The rooms as they were read at the end, oldest message first, by friend.
    var rooms: [Int: [Saying]] = [:]
    /// The list of friends.
    var friends: Set<Int> = []
    /// Whom this person has blocked.
    var blocks: Set<Int> = []
    /// What the newest pages say of the rooms besides, by friend.
    var pages: [Int: Page] = [:]
    /// Unread messages in all rooms that are not muted.
    var unread: UInt32?
    /// Events of the inbox that no device was ever shown.
    var missing: [UInt32] = []
    /// What is on.
    var toggles: Set<String> = []
    /// The matches that last.
    var matches: [Tie] = []

    /// A match as one side sees it.
    struct Tie: Hashable, Comparable, Sendable {
        let activity: String
        let with: Int

        init(_ activity: String, with: Int) {
            (self.activity, self.with) = (activity, with)
        }

        static func < (one: Self, other: Self) -> Bool {
            (one.with, one.activity) < (other.with, other.activity)
        }
    }

    /// What a page of a room says besides the messages.
    struct Page: Equatable, Sendable {
        var badge: Badge
        var unread: UInt32
        /// How far the other side is.
        var receipt: Hearsay.Receipt
    }

    init(person: Int) {
        self.person = person
    }

    /// Takes the inbox from the last device, which has read it from the server at the end.
    ///
    /// - Parameter isWhole: whether the server still had its beginning; otherwise that is taken
    ///   together from what the other devices were shown.
    mutating func gatherInbox(isWhole: Bool) {
        let shown = devices.suffix(isWhole ? 1 : devices.count).reduce(into: [:]) { all, device in
            all.merge(device.inbox) { _, newer in newer }
        }
        let top = shown.keys.max() ?? 0
        let seqs = (0..<top).map { $0 + 1 }
        missing = seqs.filter { shown[$0] == nil }
        inbox = seqs.compactMap { shown[$0] }
    }

    /// What this person's devices decided.
    var decisions: [Decision] { devices.flatMap(\.decisions) }

    /// What this person's devices sent, by number.
    var sendings: [Int: Sending] {
        devices.reduce(into: [:]) { all, device in
            all.merge(device.sendings) { one, other in one.acknowledgedAt == nil ? other : one }
        }
    }
}
