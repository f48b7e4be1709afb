import Kernel
import SwiftProtobuf
import Wire

// Polls.
extension Rules {
    /// A poll as it is sent.
    static func poll(_ draft: PollDraft) -> Poll {
        .with { poll in
            poll.options = draft.options.map { text in .with { $0.text = text } }
            poll.multiple = draft.multiple
        }
    }

    mutating func vote(_ command: RoomVote, by user: String) -> Outcome {
        let hasVoted = { (message: RoomMessage) in
            message.poll.options.contains { $0.from.contains(user) }
        }
        let aim = aim(
            command.seq, user, command.with,
            takingBack: command.options.isEmpty ? hasVoted : nil)
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard aim.isReadable || hasVoted(message) else { return Outcome(aim.body) }
        guard message.hasPoll else { return Outcome(.notFound) }
        let count = UInt32(message.poll.options.count)
        guard command.options.allSatisfy({ $0 > 0 && $0 <= count }),
            message.poll.multiple || command.options.count < 2
        else { return Outcome(.invalidField) }
        for place in message.poll.options.indices {
            let isChosen = command.options.contains(UInt32(place) + 1)
            let from = message.poll.options[place].from
            guard from.contains(user) != isChosen else { continue }
            message.poll.options[place].from =
                isChosen ? from + [user] : from.filter { $0 != user }
        }
        guard message != aim.message else { return Outcome(aim.body) }
        guard !message.poll.hasClosedAt else { return Outcome(.tooLate) }
        var outcome = change(to: message, command.with, by: user, isReadable: aim.isReadable)
        if !aim.isReadable { outcome.result = .success(aim.body) }
        return outcome
    }

    mutating func close(_ command: RoomPollClose, by user: String, at now: Moment) -> Outcome {
        let aim = aim(command.seq, user, command.with)
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard message.from == user, message.hasPoll else { return Outcome(.notFound) }
        guard !message.poll.hasClosedAt else { return Outcome(.message(message)) }
        message.poll.closedAt = now.timestamp
        return change(to: message, command.with, by: user)
    }
}
