import ArgumentParser
import SwiftProtobuf
import Wire

/// Hides somebody for good.
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
