package import Kernel
import SwiftProtobuf
import Wire

// Messages that disappear. What can be read depends on the clock of the node that is asked.
extension Rules {
    /// Minutes that can be set, besides 0.
    private static let lives: ClosedRange<UInt32> = 1...129_600
    /// Messages that a sweep removes at once.
    private static let sweepMax = 100

    /// A message in an inbox that disappears, and whether its owner may still read it.
    struct Ending {
        let user: String
        let index: Int
        let message: RoomMessage
        var isOver = false
    }

    mutating func expire(_ command: RoomExpire, by user: String, at now: Moment) -> Outcome {
        guard command.hasMinutes, command.minutes == 0 || Self.lives.contains(command.minutes)
        else { return Outcome(.invalidField) }
        let (room, readers): (String, [String])
        if command.with.hasPrefix("#") {
            guard let company = company(command.with, of: user) else { return Outcome(.notMember) }
            let owner = company.group.owner
            guard owner.isEmpty || owner == user else { return Outcome(.notMember) }
            (room, readers) = (command.with, company.members)
        } else {
            guard mayTalk(user, command.with) else { return Outcome(.notFriends) }
            let pair = Pair(user, command.with)
            (room, readers) = (pair.room, [pair.low, pair.high])
        }
        let old = expiries[room] ?? RoomExpiry.with { $0.room = room }
        guard old.minutes != command.minutes else { return Outcome(.roomExpiry(old)) }
        let expiry = RoomExpiry.with {
            ($0.room, $0.minutes, $0.by, $0.at) = (room, command.minutes, user, now.timestamp)
        }
        expiries[room] = expiry
        let body = Body.roomExpiryChanged(.with { $0.expiry = expiry })
        return Outcome(.roomExpiry(expiry), readers.map { ($0, body) })
    }

    /// Gives a message that is sent now its end.
    func end(_ message: inout RoomMessage, at now: Moment) {
        guard let minutes = expiries[message.room]?.minutes, minutes > 0 else { return }
        message.expiresAt = now.advanced(by: .seconds(60 * Int64(minutes))).timestamp
    }

    /// Whether a message can be read by the clock that was looked at last.
    func isThere(_ message: RoomMessage) -> Bool {
        guard message.hasExpiresAt else { return true }
        return message.expiresAt.unixMilliseconds > now.unixMilliseconds
            && !gone.contains(message.place)
    }

    /// Looks at the clock of a node: hides what has expired by it, and shows what has not.
    package mutating func look(at now: Moment) {
        self.now = now
        for place in endings.indices where isThere(endings[place].message) == endings[place].isOver
        {
            endings[place].isOver.toggle()
            let ending = endings[place]
            inboxes[ending.user]?[ending.index].expire(ending.isOver)
        }
    }

    /// An inbox has a new event.
    mutating func noteEnding(_ body: Body, in user: String) {
        let message: RoomMessage
        switch body {
        case .roomMessage(let said): message = said
        case .roomMessageChanged(let changed): message = changed.message
        default: return
        }
        guard message.hasExpiresAt, let count = inboxes[user]?.count else { return }
        endings.append(Ending(user: user, index: count - 1, message: message))
    }

    /// Removes the content of messages that have expired. It does not come back, whatever a clock
    /// shows later.
    mutating func sweepExpired(at now: Moment) {
        let all = rooms.values.flatMap(\.self) + companies.values.flatMap(\.messages)
        let due = all.filter { message in
            message.hasExpiresAt && !gone.contains(message.place)
                && message.expiresAt.unixMilliseconds <= now.unixMilliseconds
        }
        let first = due.sorted { $0.expiresAt.unixMilliseconds < $1.expiresAt.unixMilliseconds }
        gone.formUnion(first.prefix(Self.sweepMax).map(\.place))
        look(at: now)
    }

    /// Whether a message disappears soon, so that answers do not show one state.
    package func endsMessage(after now: Moment, before end: Moment) -> Bool {
        endings.contains { ending in
            let time = ending.message.expiresAt.unixMilliseconds
            return time > now.unixMilliseconds && time <= end.unixMilliseconds
        }
    }

    /// What is wrong with messages that were found by a word; nil: nothing.
    func complaint(about found: RoomFound, of user: String, _ command: RoomSearch) -> String? {
        let pairs = users.filter { mayTalk(user, $0) }.flatMap { rooms[Pair(user, $0)] ?? [] }
        let all = pairs + groups(of: user).flatMap { messages(of: user, in: $0) }
        let due = all.filter { message in
            let texts = [message.text] + message.poll.options.map(\.text)
            let words = texts.flatMap { $0.split(separator: " ") }
            return isThere(message) && words.contains { $0.hasPrefix(command.text) }
        }
        let surplus = found.messages.filter { !due.contains($0) }
        guard surplus.isEmpty else { return "found \(surplus.map(\.text)), which is not there" }
        guard found.next.isEmpty else { return nil }
        return differ(found.messages.count, due.count)
    }
}

extension RoomMessage {
    /// Its room and number.
    fileprivate var place: String { "\(room) \(seq)" }
}
