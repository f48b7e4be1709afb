import ArgumentParser
import SwiftProtobuf
import Wire

/// Asks a question with options, or ends a poll.
struct PollCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll", abstract: "Ask a question with options, or close a poll of yours.",
        discussion: """
            All who read the poll see who votes for what. `vote` votes. After --close no vote \
            changes any more.

            Examples:
              upfor poll ben 'Which film?' Alien Heat
              upfor poll '#17' 'When?' Friday Saturday Sunday --multiple
              upfor poll ben 42 --close
            """)

    @Argument(help: "The friend's username, or a group: #17.")
    var name: String

    @Argument(help: "The question; with --close the number of the poll.")
    var question: String

    @Argument(help: "The options: 2 to 12.")
    var choices: [String] = []

    @Flag(help: "Let each choose several.")
    var multiple = false

    @Flag(help: "Close the poll with this number.")
    var close = false

    @OptionGroup var options: Options

    func validate() throws {
        guard close else {
            guard (2...12).contains(choices.count) else {
                throw ValidationError("a poll has 2 to 12 options")
            }
            return
        }
        guard UInt32(question) != nil, choices.isEmpty, !multiple else {
            throw ValidationError("--close goes with the number of a poll alone")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if close {
            var command = RoomPollClose()
            (command.with, command.seq) = (name, UInt32(question) ?? 0)
            command.cid = MessageMark.fresh()
            return try await session.show(.roomPollClose(command))
        }
        var command = RoomSend()
        (command.to, command.text) = (name, question)
        (command.poll.options, command.poll.multiple) = (choices, multiple)
        command.cid = MessageMark.fresh()
        try await session.tell(.roomSend(command), "sent to \(name)")
    }
}

/// Votes in a poll.
struct VoteCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Vote in a poll, or take your vote back.",
        discussion: """
            The numbers of the poll and of its options are in `history`. A vote replaces your \
            earlier one. All who read the poll see it.

            Examples:
              upfor vote ben 42 2
              upfor vote '#17' 3 1 2
              upfor vote ben 42 --off
            """)

    @Argument(help: "The friend's username, or a group: #17.")
    var name: String

    @Argument(help: "The poll's number in the conversation.")
    var seq: UInt32

    @Argument(help: "The numbers of the options.")
    var numbers: [UInt32] = []

    @Flag(help: "Take your vote back.")
    var off = false

    @OptionGroup var options: Options

    func validate() throws {
        guard off == numbers.isEmpty else {
            throw ValidationError("the number of an option, or --off")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        var command = RoomVote()
        (command.with, command.seq, command.options) = (name, seq, numbers)
        command.cid = MessageMark.fresh()
        try await session.show(.roomVote(command))
    }
}
