public import Kernel
import Wire

/// Friends: look-up, requests, mailbox, the list (Z9-Z18).
public struct FriendsFeature: Sendable {
    private let requests: RequestCommands
    private let friends: FriendCommands

    /// - Parameters:
    ///   - presence: who is online, for the list.
    ///   - observers: what else happens when a friendship begins or ends.
    public init(presence: any PresenceView, observers: [Friendships.Observer]) {
        let friendships = Friendships(observers: observers)
        requests = RequestCommands(friendships: friendships)
        friends = FriendCommands(friendships: friendships, presence: presence)
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        catalog.migrate(FriendSchema.migrations)
        catalog.read(Command.userLookup, reply: { .user($0) }, friends.lookup)
        catalog.write(
            Command.friendRequest, reply: { .friendRequestSent($0) }, requests.request)
        catalog.write(Command.friendAccept, reply: { .done($0) }, requests.accept)
        catalog.write(Command.friendDecline, reply: { .done($0) }, requests.decline)
        catalog.write(Command.friendWithdraw, reply: { .done($0) }, requests.withdraw)
        catalog.write(Command.friendRemove, reply: { .done($0) }, friends.remove)
        catalog.read(Command.friendList, reply: { .friends($0) }, friends.list)
        catalog.read(Command.mailboxList, reply: { .mailbox($0) }, friends.mailbox)
        let friends = friends
        catalog.contribute { (caller, snapshot, whole) throws(Refusal) in
            whole.friends = try friends.list(FriendList(), caller, snapshot)
            whole.mailbox = try friends.mailbox(MailboxList(), caller, snapshot)
        }
    }
}
