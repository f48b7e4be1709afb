import ArgumentParser
import SwiftProtobuf
import Wire

/// Blocks a user.
struct BlockCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: "Block a user; they are not told.",
        discussion: """
            Examples:
              upfor block ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = UserBlock()
        command.user = name
        try await session.tell(.userBlock(command), "\(name) is blocked, and not told")
        guard let common = try? await session.call(.groupCommon(.with { $0.user = name })),
            case .groupList(let list) = common, !list.groups.isEmpty
        else { return }
        session.output.remark(
            "you are both in these groups, where their messages are hidden from you now "
                + "(`group leave '#…'` leaves one)")
        session.output.answer(common)
    }
}

/// Removes a block.
struct UnblockCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: "Unblock a user.",
        discussion: """
            Examples:
              upfor unblock ben
            """)

    @Argument(help: "The other's username.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        // The server accepts any name here, so as not to reveal which users exist.
        let list = try await session.call(.blockList(BlockList()))
        guard case .blocks(let blocks) = list else { return session.output.answer(list) }
        guard blocks.users.contains(where: { $0.username == name }) else {
            throw .local("\(name) was not blocked")
        }
        var command = UserUnblock()
        command.user = name
        try await session.tell(.userUnblock(command), "\(name) is no longer blocked")
    }
}

/// Lists the blocked users.
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
