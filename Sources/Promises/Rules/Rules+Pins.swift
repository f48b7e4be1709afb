import Kernel
import SwiftProtobuf
import Wire

// Pinned messages.
extension Rules {
    /// Most pins that a user who pins another message may read.
    private static let pinsMax = 20

    mutating func pin(_ command: RoomPin, by user: String, at now: Moment) -> Outcome {
        let isOwn = { (message: RoomMessage) in message.pinned.by == user }
        let aim = aim(command.seq, user, command.with, takingBack: command.on ? nil : isOwn)
        guard case .success(let aim) = aim else { return Outcome(result: aim.map(\.body)) }
        var message = aim.message
        guard !message.deleted else { return Outcome(.notFound) }
        guard command.on != message.hasPinned, aim.isReadable || isOwn(message) else {
            return Outcome(aim.body)
        }
        if command.on {
            guard pinned(in: command.with, for: user).count < Self.pinsMax else {
                return Outcome(.listFull)
            }
            message.pinned = .with { ($0.by, $0.at) = (user, now.timestamp) }
        } else {
            let owner = companies[command.with]?.group.owner ?? ""
            guard isOwn(message) || owner.isEmpty || owner == user else {
                return Outcome(.notMember)
            }
            message.clearPinned()
        }
        var outcome = change(to: message, command.with, by: user, isReadable: aim.isReadable)
        if !aim.isReadable { outcome.result = .success(aim.body) }
        return outcome
    }

    /// What is wrong with a list of pinned messages; nil: nothing.
    func complaint(about list: RoomPinList, of user: String, in name: String) -> String? {
        differ(list.messages, pinned(in: name, for: user))
    }

    /// What a user may read of the pinned messages, the newest pin first.
    func pinned(in name: String, for user: String) -> [RoomMessage] {
        let all =
            name.hasPrefix("#")
            ? messages(of: user, in: name)
            : mayTalk(user, name) ? rooms[Pair(user, name)] ?? [] : []
        let pinned = all.filter { $0.hasPinned && isThere($0) }.map { message in
            RoomMessage.with { listed in
                listed = message
                listed.reactions = []
                if listed.hasPoll { listed.poll.options = [] }
            }
        }
        return pinned.sorted { one, other in
            (one.pinned.at.unixMilliseconds, one.seq) > (
                other.pinned.at.unixMilliseconds, other.seq
            )
        }
    }
}
