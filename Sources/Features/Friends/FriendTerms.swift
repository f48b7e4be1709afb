public import Kernel
import Wire

/// How users become friends on a server, and which users are in its list of people.
public struct FriendTerms: Equatable, Sendable {
    /// What a friend request leads to.
    public enum Policy: String, CaseIterable, Sendable {
        /// The other has to accept.
        case request
        /// Both are friends at once.
        case instant
    }

    /// The users in the list of people.
    public enum Listing: String, CaseIterable, Sendable {
        /// None: there is no list.
        case off
        /// Those who have chosen to be listed.
        case listed
        /// All users.
        case all
    }

    /// What a friend request leads to.
    public var policy: Policy
    /// The users in the list of people.
    public var listing: Listing

    /// - Parameters: as the properties.
    public init(policy: Policy = .request, listing: Listing = .listed) {
        (self.policy, self.listing) = (policy, listing)
    }

    static let policySetting = Setting(
        "friends.policy",
        .choice(Policy.request.rawValue, of: Policy.allCases.map(\.rawValue)),
        "Whether a user who is asked to be a friend has to accept (request), or both are friends at"
            + " once (instant).")
    static let listingSetting = Setting(
        "people.list",
        .choice(Listing.listed.rawValue, of: Listing.allCases.map(\.rawValue)),
        "Users in the list of people: none (off), those who have chosen to be (listed), or all.")

    /// - Parameter settings: what an operator has set.
    public init(_ settings: SettingValues) {
        self.init(
            policy: Policy(rawValue: settings.text(Self.policySetting)) ?? .request,
            listing: Listing(rawValue: settings.text(Self.listingSetting)) ?? .listed)
    }
}

/// How long lists may grow: what is bounded when it is written can be answered whole.
public struct FriendLimits: Equatable, Sendable {
    /// Most friends of one user.
    public var friends = 1_000
    /// Most requests of one user that have no answer; most requests that the mailbox shows.
    public var requests = 200
    /// Most users that one user has blocked.
    public var blocks = 1_000

    /// What the protocol's page says.
    public init() {}

    /// Refuses one more friend.
    func requireRoomForFriend(
        of user: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.friendCount(of: user))
        try require(count, under: friends, field, "friends")
    }

    /// Refuses one more request.
    func requireRoomForRequest(
        from sender: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.requestCount(from: sender))
        try require(count, under: requests, field, "requests without an answer")
    }

    /// Refuses one more block.
    func requireRoomForBlock(
        by user: User.ID, _ field: String, in snapshot: Snapshot
    ) throws(Refusal) {
        let count = try snapshot.first(.blockCount(by: user))
        try require(count, under: blocks, field, "blocked people")
    }

    private func require(
        _ count: Count?, under limit: Int, _ field: String, _ what: String
    ) throws(Refusal) {
        guard (count?.value ?? 0) < limit else {
            throw Refusal(
                .listFull, field: field, "limit reached: \(limit) \(what)")
        }
    }
}

extension Rate {
    /// Requests to users who are not friends.
    public static let requests = Rate(
        "requests", of: .user, 20, each: .day, unit: "requests",
        "Friend requests of a user.")

    /// Look-ups of users.
    public static let lookups = Rate(
        "lookups", of: .user, unit: "look-ups",
        burst: (20, 10_000, "Look-ups of other users by one user at once (burst)."),
        perMinute: (1, 10_000, "Look-ups by a user per minute, after the burst."))

    /// Lists of names and addresses to be found, of up to 100 each: with five a day, fewer people
    /// are looked up so than one by one.
    public static let imports = Rate(
        "imports", of: .user, 5, each: .day, unit: "lists",
        "Lists of up to 100 people that a user looks up at once.")

    /// Blocks of users. They disclose whether a user exists, too, and so they are as rare as
    /// look-ups; but look-ups must not use up the blocks that a user needs against harassment.
    public static let blocks = Rate(
        "blocks", of: .user, unit: "blocks",
        burst: (20, 10_000, "Blocks by a user at once (burst)."),
        perMinute: (1, 10_000, "Blocks by a user per minute, after the burst."))
}

extension FriendsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "friends"
    /// Requests, look-ups and blocks.
    public static let rates: [Rate] = [.requests, .lookups, .imports, .blocks]
    /// How users become friends, and which users are listed.
    public static let settings = [FriendTerms.policySetting, FriendTerms.listingSetting]
}
