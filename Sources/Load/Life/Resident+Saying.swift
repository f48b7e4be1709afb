import Promises
import Wire

extension Resident {
    /// Asks for something durable, now and on later connections, until it is answered.
    mutating func ask(
        _ kind: Deed.Kind, at due: UInt64, _ output: inout [UInt8],
        _ make: (_ cid: String) -> ClientMessage.OneOf_Command
    ) {
        say(diary.ask(kind, at: due, make), &output)
    }

    /// Says something that was asked for before.
    mutating func say(_ deed: Int, _ output: inout [UInt8]) {
        guard let command = diary.deeds[deed]?.command else { return }
        speech.say(command, &output)
        asked[speech.lastCommand] = deed
    }

    /// Sends a message.
    mutating func write(
        to friend: Int, at due: UInt64, _ output: inout [UInt8]
    ) {
        let name = diary.names.name(friend)
        let note = ChatNote(number: diary.nextNumber(to: friend), sentAt: due)
        let talk = Talk(from: diary.person, to: friend)
        ask(.message(talk), at: due, &output) { cid in
            var message = RoomSend()
            message.to = name
            message.text = note.text(characters: 64)
            message.cid = cid
            return .roomSend(message)
        }
    }

    /// Writes what is due by now, to one friend after the other.
    mutating func keepUp(
        with beat: Beat, as writer: Int, to friends: [Int], at now: UInt64,
        _ output: inout [UInt8]
    ) {
        guard isThere, !friends.isEmpty else { return }
        while let due = beat.due(writer, after: diary.deedCount), due <= now {
            write(to: friends[diary.deedCount % friends.count], at: due, &output)
        }
    }
}
