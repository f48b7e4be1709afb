import ArgumentParser
import SwiftProtobuf
import Wire

/// Keeps a message in view.
struct PinCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Pin a message, for all who read it.",
        discussion: """
            `history` shows the numbers. A conversation has at most 20 pinned messages.

            Examples:
              upfor pin ben 42
              upfor pin '#17' 3
            """)

    @Argument(help: "The friend's username, or a group.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.pin(seq, with: name, on: true)
    }
}

/// Takes the pin of a message away.
struct UnpinCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin", abstract: "Unpin a message, for all who read it.",
        discussion: """
            In a group, its owner unpins every message, another member those that they have \
            pinned.

            Examples:
              upfor unpin ben 42
            """)

    @Argument(help: "The friend's username, or a group.")
    var name: String

    @Argument(help: "The message's number in the conversation.")
    var seq: UInt32

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.pin(seq, with: name, on: false)
    }
}

/// Lists what is pinned.
struct PinsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pins", abstract: "List the pinned messages of a conversation.",
        discussion: """
            Examples:
              upfor pins ben
            """)

    @Argument(help: "The friend's username, or a group.")
    var name: String

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        try await session.show(.roomPins(.with { $0.with = name }))
    }
}

extension Session {
    fileprivate func pin(
        _ seq: UInt32, with name: String, on: Bool
    ) async throws(Failure) {
        var command = RoomPin()
        (command.with, command.seq, command.on) = (name, seq, on)
        command.cid = MessageMark.fresh()
        try await tell(.roomPin(command), on ? "pinned" : "unpinned")
    }
}
