import ArgumentParser
import Wire

/// Changes a message of one's own.
struct EditCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Edit a message of yours, for both sides.",
        discussion: """
            A message can be edited for some time after it was sent. `history` shows the \
            numbers.

            Examples:
              upfor edit ben 42 dinner?
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @Argument(help: "The new text; words are joined by spaces.")
    var text: [String]

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomEdit()
        command.with = name
        command.seq = seq
        command.text = text.joined(separator: " ")
        command.cid = MessageMark.fresh()
        try await session.tell(.roomEdit(command), "changed")
    }
}

/// Takes a message of one's own back.
struct DeleteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a message of yours, for both sides.",
        discussion: """
            A message can be deleted for some time after it was sent. `history` shows the \
            numbers.

            Examples:
              upfor delete ben 42
            """)

    @Argument(help: "The friend's username.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        var command = RoomDelete()
        command.with = name
        command.seq = seq
        command.cid = MessageMark.fresh()
        try await session.tell(.roomDelete(command), "deleted")
    }
}

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
