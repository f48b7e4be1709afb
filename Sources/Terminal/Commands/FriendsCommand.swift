import ArgumentParser
import Wire

/// Lists friends with their presence.
struct FriendsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends", abstract: "List your friends and their presence.",
        discussion: """
            Examples:
              upfor friends
              upfor friends --json
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.friendList(FriendList()))
    }
}
