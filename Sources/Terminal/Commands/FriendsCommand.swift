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
