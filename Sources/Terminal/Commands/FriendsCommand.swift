import ArgumentParser
import SwiftProtobuf
import Wire

/// Lists friends with their presence; adds and drops several.
struct FriendsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends", abstract: "List your friends, or add and drop several.",
        discussion: """
            `add` sends a friend request to each, or makes you friends at once if the server is \
            set so; `drop` ends friendships. At most 20 at a time.

            Examples:
              upfor friends
              upfor friends --json
              upfor friends add carl dora
              upfor friends drop ben
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, add, drop
    }

    @Argument(help: "list, add or drop.")
    var action = Action.list

    @Argument(help: "The others' usernames, with `add` and `drop`.")
    var names: [String] = []

    @OptionGroup var options: Options

    func validate() throws {
        guard action != .list || names.isEmpty else {
            throw ValidationError("`list` takes no names")
        }
        guard action == .list || (1...20).contains(names.count) else {
            throw ValidationError("whom? `friends \(action.rawValue) NAME…`, at most 20")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        guard action != .list else {
            return try await session.show(.friendList(FriendList()))
        }
        let command = FriendsChange.with {
            if action == .add { $0.add = names } else { $0.drop = names }
            $0.cid = MessageMark.fresh()
        }
        try await session.show(.friendsChange(command))
    }
}

/// Asks for friendship, with a line to go with it.
struct RequestCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Send a friend request.",
        discussion: """
            A second request changes nothing: to change the message, `withdraw` first.

            Examples:
              upfor request ben
              upfor request ben -m \"we met at the fair\"
            """)

    @Argument(help: "The other's username.")
    var name: String

    @Option(name: .shortAndLong, help: "A message, at most 200 characters.")
    var message: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let pending = try await pending(in: session)
        if let pending, let message, message != pending.message {
            throw .local(
                "\(name) has your request already, in other words:"
                    + " `withdraw \(name)` takes it back, and then you can ask anew")
        }
        var command = FriendRequest()
        command.to = name
        command.message = message ?? ""
        let answer = try await session.call(.friendRequest(command))
        guard case .friendRequestSent(let sent) = answer, let wording = session.output.wording
        else { return session.output.answer(answer) }
        let isOld = pending != nil && !sent.friends
        session.output.done(
            answer, isOld ? "asked \(name) before: no answer yet" : wording.requested(sent))
    }

    /// Requests without an answer, as far as the user knows.
    private func pending(in session: Session) async throws(Failure) -> PendingRequest? {
        guard case .mailbox(let mailbox) = try await session.call(.mailboxList(MailboxList()))
        else { return nil }
        return mailbox.outgoing.first { $0.user.username == name }
    }
}

/// Accepts a request: both are friends.
struct AcceptCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a friend request, or an invitation.",
        discussion: """
            `upfor lookup LINK` shows who invites.

            Examples:
              upfor accept ben
              upfor accept https://chat.example.org/i#8lGq0Yx1ZsQ2mVb7TtXk0A
            """)

    @Argument(help: "The other's username; or the link of an invitation, or its code.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        if let link = InvitationLink(name) {
            if let server = session.server { try link.requireSite(server) }
            let command = InvitationAccept.with {
                ($0.code, $0.cid) = (link.code, MessageMark.fresh())
            }
            return try await session.show(.invitationAccept(command))
        }
        var command = FriendAccept()
        command.from = name
        try await session.tell(.friendAccept(command), "\(name) is your friend now")
    }
}

/// Declines a request, which the other does not learn.
struct DeclineCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline a friend request; the sender is not told.",
        discussion: """
            Examples:
              upfor decline eve
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendDecline()
        command.from = name
        try await session.tell(.friendDecline(command), "declined \(name), who is not told")
    }
}

/// Takes one's own request back.
struct WithdrawCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a friend request.",
        discussion: """
            Examples:
              upfor withdraw ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendWithdraw()
        command.to = name
        try await session.tell(.friendWithdraw(command), "your request to \(name) is withdrawn")
    }
}

/// Ends a friendship.
struct RemoveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End a friendship.",
        discussion: """
            Examples:
              upfor remove ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = FriendRemove()
        command.friend = name
        try await session.tell(.friendRemove(command), "\(name) is no longer your friend")
    }
}
