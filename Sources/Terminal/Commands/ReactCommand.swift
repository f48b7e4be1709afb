import ArgumentParser
import Wire

/// Answers a message with an emoji.
struct ReactCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "react", abstract: "Add or remove an emoji reaction.",
        discussion: """
            `history` shows the numbers.

            Examples:
              upfor react ben 42 👍
              upfor react ben 42 👍 --off
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @Argument(help: "One emoji.")
    var emoji: String

    @Flag(help: "Remove it.")
    var off = false

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomReact()
        command.with = name
        command.seq = seq
        command.emoji = emoji
        command.on = !off
        command.cid = MessageMark.fresh()
        try await session.tell(.roomReact(command), off ? "taken back" : "reacted")
    }
}
