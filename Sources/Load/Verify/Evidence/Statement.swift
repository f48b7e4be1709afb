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

    init(person: Int) {
        self.person = person
    }

    /// What this person's devices sent, by number.
    var sendings: [Int: Sending] {
        devices.reduce(into: [:]) { all, device in
            all.merge(device.sendings) { one, other in one.acknowledgedAt == nil ? other : one }
        }
    }
}
