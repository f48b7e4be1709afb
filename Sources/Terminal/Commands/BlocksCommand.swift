import ArgumentParser
import Wire

/// Lists whom one has blocked.
struct BlocksCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks", abstract: "List blocked users.",
        discussion: """
            Examples:
              upfor blocks
            """)

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.blockList(BlockList()))
    }
}
