public import Accounts
public import Kernel
import Wire

/// Friends: look-up, requests, mailbox, the list (Z9-Z18), and blocks.
public struct FriendsFeature: Sendable {
    let requests: RequestCommands
    private let friends: FriendCommands
    private let blocks: BlockCommands
    private let people: PersonCommands

    /// Runs in the transaction in which one of two users has blocked the other.
    public typealias BlockObserver = @Sendable (UserPair, Transaction) throws(Refusal) -> Void
    /// Whether each of two users knows of the other's account, from what both can see.
    public typealias Acquaintance = @Sendable (UserPair, Snapshot) throws(Refusal) -> Bool

    /// - Parameters:
    ///   - presence: whether friends are online, for the list.
    ///   - observers: run when a friendship begins or ends.
    ///   - blockObservers: run when a user is blocked.
    ///   - acquaintances: ways in which two users know one another, beside bonds and requests.
    ///   - limits: how long lists may grow.
    ///   - terms: how users become friends, and which users are listed.
    ///   - mistook: run when a user's request names no user.
    public init(
        presence: any PresenceView, observers: [Friendships.Observer],
        blockObservers: [BlockObserver] = [], acquaintances: [Acquaintance] = [],
        limits: FriendLimits = FriendLimits(),
        terms: FriendTerms = FriendTerms(),
        mistook: @escaping @Sendable (User.ID) -> Void = { _ in }
    ) {
        let friendships = Friendships(observers: observers, limits: limits)
        requests = RequestCommands(friendships: friendships, terms: terms, mistook: mistook)
        friends = FriendCommands(friendships: friendships, presence: presence)
        blocks = BlockCommands(
            friendships: friendships, requests: requests, observers: blockObservers,
            acquaintances: acquaintances)
        // The names of a list are counted at once.
        people = PersonCommands(
            friends: friends, requests: RequestCommands(friendships: friendships, terms: terms),
            listing: terms.listing)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(FriendSchema.migrations + LastSeen.migrations)
        installEvents(in: &catalog)
        catalog.atStart { transaction throws(Refusal) in try LastSeen.begin(in: transaction) }
        catalog.chore("presence.alive", every: .seconds(10)) { transaction throws(Refusal) in
            try LastSeen.showLife(in: transaction)
        }
        catalog.read(Command.userLookup, reply: { .user($0) }, rate: .lookups, friends.lookup)
        catalog.writeOnce(
            Command.friendRequest, reply: { .friendRequestSent($0) }, rate: .requests,
            requests.request)
        catalog.writeOnce(Command.friendAccept, reply: { .done($0) }, requests.accept)
        catalog.writeOnce(
            Command.friendDecline, reply: { .done($0) }, takesBack: { _ in .yes },
            requests.decline)
        catalog.writeOnce(
            Command.friendWithdraw, reply: { .done($0) }, takesBack: { _ in .yes },
            requests.withdraw)
        catalog.writeOnce(
            Command.friendRemove, reply: { .done($0) }, takesBack: { _ in .yes }, friends.remove)
        catalog.read(
            Command.friendList, reply: { .friends($0) },
            next: { body in
                guard case .friends(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, friends.list)
        catalog.read(Command.mailboxList, reply: { .mailbox($0) }, friends.mailbox)
        catalog.writeOnce(
            Command.userBlock, reply: { .done($0) }, rate: .blocks, takesBack: blocks.takesBack,
            blocks.block)
        catalog.writeOnce(
            Command.userUnblock, reply: { .done($0) }, rate: .settings, blocks.unblock)
        catalog.read(Command.blockList, reply: { .blocks($0) }, blocks.list)
        catalog.read(
            Command.personList, reply: { .people($0) }, rate: .searches,
            next: { body in
                guard case .people(let page) = body, !page.next.isEmpty else { return nil }
                return RouteAnswer.query("after", page.next)
            }, people.list)
        catalog.writeOnce(
            Command.friendsChange, reply: { .friendsChanged($0) }, rate: .requests,
            count: { min($0.add.count, PersonCommands.changesMax) },
            takesBack: { .when($0.add.isEmpty && !$0.drop.isEmpty) }, people.change)
        catalog.read(
            Command.friendImport, reply: { .people($0) }, rate: .imports, people.find)
        catalog.onErase(Self.erase)
        FriendDisclosure(friends: friends).install(in: &catalog)
        let (friends, blocks) = (friends, blocks)
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.friends = try friends.list(FriendList(), caller, snapshot)
            whole.mailbox = try friends.mailbox(MailboxList(), caller, snapshot)
            whole.blocks = try blocks.list(BlockList(), caller, snapshot)
        }
    }
}

extension FriendsFeature {
    /// Makes two users friends because one has invited the other; or the guest asks the inviter,
    /// who then decides.
    ///
    /// - Parameters:
    ///   - asks: whether the inviter decides.
    ///   - field: names the inviter in the command of the guest, for a refusal.
    /// - Returns: whether they are friends.
    /// - Throws: `.listFull`, before anything is written.
    public func welcome(
        _ guest: Account, by inviter: Account, asks: Bool, field: String,
        in transaction: Transaction
    ) throws(Refusal) -> Bool {
        guard asks else {
            try requests.friendships.begin(guest, inviter, field: field, in: transaction)
            return true
        }
        let message = try PlainText("", .init(FriendRequest.messageLength), field: field)
        return try requests.ask(inviter, by: guest, message, field: field, in: transaction)
    }

    /// Whether a user has asked another, who may have declined: the sender cannot tell.
    public static func hasAsked(
        _ receiver: User.ID, by sender: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try snapshot.first(.request(from: sender, to: receiver)) != nil
    }

    /// Whether a request waits for the user's answer.
    ///
    /// - Parameter message: its text; nil: any.
    public static func isAsked(
        _ user: User.ID, by sender: String, saying message: String? = nil, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: sender)),
            let request = try snapshot.first(.request(from: account.id, to: user))
        else { return false }
        return !request.isDeclined && (message.map(request.message.isSame) ?? true)
    }

    /// Whether the user has a friend of this name.
    public static func isFriend(
        _ name: String, of user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        guard let account = try snapshot.first(.account(named: name)),
            let pair = UserPair(user, account.id)
        else { return false }
        return try Friendships.exists(pair, in: snapshot)
    }

    /// Whether one of two users has blocked the other: neither must learn which.
    public static func isBlocked(_ pair: UserPair, in snapshot: Snapshot) throws(Refusal) -> Bool {
        let isByLow = try BlockRules.exists(by: pair.low, of: pair.high, in: snapshot)
        let isByHigh = try BlockRules.exists(by: pair.high, of: pair.low, in: snapshot)
        return isByLow || isByHigh
    }
}

extension FriendsFeature {
    /// Events about requests, friends and blocks.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(
            \.friendRequested, people: { [$0.from.username] },
            notify: { request in
                let said = request.message.isEmpty ? "" : ": \(News.cut(request.message))"
                return News(
                    "friend_request", from: request.from,
                    "\(request.from.displayName) asks to be your friend\(said)")
            },
            stillHolds: { (request, user, snapshot) throws(Refusal) in
                try Self.isPending(request, to: user, in: snapshot) ? request : nil
            })
        catalog.replay(\.friendRequested) { user, snapshot in
            { (request) throws(Refusal) in
                if request.message.isEmpty { return true }
                return try Self.isPending(request, to: user, in: snapshot)
            }
        }
        catalog.event(\.friendRequestClosed) { [$0.from, $0.to] }
        catalog.event(
            \.friendAdded, people: { [$0.friend.username] },
            notify: { added in
                News(
                    "friend_added", from: added.friend,
                    "\(added.friend.displayName) is your friend now")
            },
            stillHolds: { (added, user, snapshot) throws(Refusal) in
                try Self.isFriend(added.friend.username, of: user, in: snapshot) ? added : nil
            })
        catalog.event(\.friendRemoved) { [$0.friend] }
        catalog.event(\.blockChanged) { [$0.user.username] }
    }

    /// Whether this very request waits for the user's answer: not one that was withdrawn and sent
    /// again with another text.
    private static func isPending(
        _ request: FriendRequested, to user: User.ID, in snapshot: Snapshot
    ) throws(Refusal) -> Bool {
        try isAsked(user, by: request.from.username, saying: request.message, in: snapshot)
    }
}
