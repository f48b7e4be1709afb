import Accounts
import Friends
import Kernel
import SwiftProtobuf
import Wire

/// Votes in polls, and the end of them. A poll is a message; its votes are in it.
struct PollCommands: Sendable {
    func vote(
        _ command: RoomVote, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let aim = try Aim.find(
            command.with, command.seq, caller,
            takingBack: command.options.isEmpty ? .vote : nil, in: transaction)
        var message = aim.said.message
        // Of a message that the caller does not read, not even a refusal says more.
        guard aim.isReadable || message.poll.hasVote(of: caller.username) else {
            return aim.shown(message)
        }
        try Self.requirePoll(message)
        let chosen = try message.poll.chosen(command.options)
        guard message.poll.set(chosen, of: caller.username) else { return aim.shown(message) }
        guard !message.poll.hasClosedAt else {
            throw Refusal(.tooLate, field: "seq", "the poll is closed")
        }
        try aim.change(to: message, in: transaction)
        if aim.conversation.isGroup {
            try aim.said.note(
                hasPart: message.hasPart(of: caller.username), caller.user, in: transaction)
        }
        return aim.shown(message)
    }

    func close(
        _ command: RoomPollClose, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> RoomMessage {
        let aim = try Aim.find(command.with, command.seq, caller, in: transaction)
        var message = aim.said.message
        guard aim.said.author == caller.user else { throw Aim.unknown }
        try Self.requirePoll(message)
        guard !message.poll.hasClosedAt else { return message }
        message.poll.closedAt = transaction.now.timestamp
        try aim.change(to: message, in: transaction)
        return message
    }

    private static func requirePoll(_ message: RoomMessage) throws(Refusal) {
        guard !message.deleted, message.hasPoll else {
            throw Refusal(.notFound, field: "seq", "there is no such poll")
        }
    }
}

extension Poll {
    /// How many options a poll has.
    private static let counts = 2...12

    /// A poll without votes.
    ///
    /// - Throws: `.invalidField` for `poll.options`.
    init(_ draft: PollDraft) throws(Refusal) {
        self.init()
        guard Self.counts.contains(draft.options.count) else {
            throw Refusal(
                .invalidField, field: "poll.options",
                "expected \(Self.counts.lowerBound) to \(Self.counts.upperBound) options")
        }
        var options: [PollOption] = []
        for option in draft.options {
            let text = try PlainText(option, .init(PollDraft.optionsLength), field: "poll.options")
            options.append(.with { $0.text = text.text })
        }
        guard Set(options.map(\.text)).count == options.count else {
            throw Refusal(
                .invalidField, field: "poll.options", "expected options that differ")
        }
        (self.options, multiple) = (options, draft.multiple)
    }

    /// The places of options by their numbers.
    ///
    /// - Throws: `.invalidField` for a number that no option has, for one that is named twice, and
    ///   for several where one may be chosen.
    fileprivate func chosen(_ numbers: [UInt32]) throws(Refusal) -> Set<Int> {
        guard numbers.allSatisfy({ $0 > 0 && Int($0) <= options.count }) else {
            throw Refusal(
                .invalidField, field: "options", "expected numbers from 1 to \(options.count)")
        }
        let chosen = Set(numbers.map { Int($0) - 1 })
        guard chosen.count == numbers.count, multiple || chosen.count <= 1 else {
            throw Refusal(
                .invalidField, field: "options",
                multiple ? "expected each number once" : "expected one number")
        }
        return chosen
    }

    /// Whether a user has chosen an option.
    func hasVote(of username: String) -> Bool { options.contains { $0.from.contains(username) } }

    /// Replaces what a user has chosen.
    ///
    /// - Returns: whether that is a change.
    @discardableResult
    mutating func set(_ chosen: Set<Int>, of username: String) -> Bool {
        var isChanged = false
        for place in options.indices
        where options[place].from.contains(username) != chosen.contains(place) {
            isChanged = true
            if chosen.contains(place) {
                options[place].from.append(username)
            } else {
                options[place].from.removeAll { $0 == username }
            }
        }
        return isChanged
    }
}

extension RoomMessage {
    /// All that it says: the text, and the options of a poll.
    var wholeText: String { ([text] + poll.options.map(\.text)).joined(separator: "\n") }
}

extension RoomsFeature {
    func installPolls(in catalog: inout Catalog) {
        typealias Command = ClientMessage.OneOf_Command
        let (changes, polls) = (changes, PollCommands())
        catalog.writeOnce(
            Command.roomVote, reply: { .message($0) }, rate: .messages,
            takesBack: { .when($0.options.isEmpty) },
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(
                    command.with, command.seq, caller,
                    takenBack: command.options.isEmpty ? .formerPart : nil, transaction)
            }, polls.vote)
        catalog.writeOnce(
            Command.roomPollClose, reply: { .message($0) }, rate: .messages,
            again: { (command, caller, transaction) throws(Refusal) in
                try changes.current(command.with, command.seq, caller, transaction)
            }, polls.close)
    }
}
