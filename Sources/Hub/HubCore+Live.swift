import Kernel
import Observability
import Wire

extension HubCore {
    /// Runs commands that never reach the store. Each is answered with `done`, whatever its
    /// outcome: friends, strangers and unknown names look alike.
    package mutating func live(_ commands: [LiveCommand], at now: HubTime) {
        self.now = now
        for command in commands {
            let origin = command.origin
            let key = ConnectionKey(origin)
            self.commands.done(origin)
            send(.answer(Answer(.success(.done(Done())), to: origin)), to: key)
            noteAnswer(to: origin, 0)
            guard sessions[key]?.user == command.caller.user else { continue }
            switch command.deed {
            case .typing(let to, let room, let isOn):
                tellTyping(command.caller, to: to, room, isOn)
            case .typingInGroup(let room, let isOn):
                tellTyping(command.caller, inGroup: room, isOn)
            case .open(let topic, true): sessions[key]?.topics.insert(topic)
            case .open(let topic, false): sessions[key]?.topics.remove(topic)
            }
        }
    }

    private mutating func tellTyping(
        _ caller: Caller, to name: String, _ room: String, _ isOn: Bool
    ) {
        guard let throttle = throttle(ofTyping: caller), let writer = users[caller.user],
            let friend = names[name] ?? neighbours?.presence.names[name],
            writer.friends?.contains(friend) == true,
            users[friend]?.sessions.isEmpty == false || isElsewhere(friend),
            users[caller.user]?.takesTyping(to: friend, isOn, throttle, at: now.uptime) == true
        else { return }
        let typing = RoomTyping(of: caller, in: room, isOn)
        var hint = SharedHint(.roomTyping(typing), key: typing.key, about: caller.user)
        tell(friend, &hint)
    }

    /// The same in a group. The store finds the members who see the writer's presence: a user who
    /// has just left the group is none of them.
    private mutating func tellTyping(_ caller: Caller, inGroup room: String, _ isOn: Bool) {
        guard let throttle = throttle(ofTyping: caller),
            users[caller.user]?.takesTyping(inGroup: room, isOn, throttle, at: now.uptime) == true
        else { return }
        let (relations, typing) = (relations, RoomTyping(of: caller, in: room, isOn))
        output.writes.append(
            WriteJob { (transaction) throws(Refusal) in
                let members = try relations.audience(of: caller.user, in: room, transaction)
                guard !members.isEmpty else { return }
                transaction.signal(
                    .hint(
                        Hint(
                            .roomTyping(typing), key: typing.key, about: caller.user,
                            to: members)))
            })
    }

    /// The time between notices about a user's typing; nil: there are none.
    private func throttle(ofTyping caller: Caller) -> Duration? {
        guard let discretion = users[caller.user]?.discretion, discretion.sharesTyping,
            !discretion.isInvisible
        else { return nil }
        return terms.typingThrottle
    }
}

extension RoomTyping {
    fileprivate init(of caller: Caller, in room: String, _ isOn: Bool) {
        self.init()
        (self.room, from, on) = (room, caller.username, isOn)
    }

    /// A newer notice replaces one with the same key that was not sent yet.
    fileprivate var key: String { "typing:\(room):\(from)" }
}

extension ConnectedUser {
    /// Whether this notice is due: "types" once per throttle, "no longer" once after each.
    fileprivate mutating func takesTyping(
        to friend: User.ID, _ isOn: Bool, _ throttle: Duration, at now: Duration
    ) -> Bool {
        typing.removeAll { $0.to != friend && !$0.isOn && now - $0.at >= throttle }
        let place = typing.firstIndex { $0.to == friend }
        guard isOn else {
            guard let place, typing[place].isOn else { return false }
            typing[place].isOn = false
            return true
        }
        guard place.map({ now - typing[$0].at >= throttle }) ?? true else { return false }
        let notice = TypingNotice(to: friend, at: now, isOn: true)
        if let place { typing[place] = notice } else { typing.append(notice) }
        return true
    }

    /// The same in a group, of all groups together.
    fileprivate mutating func takesTyping(
        inGroup room: String, _ isOn: Bool, _ throttle: Duration, at now: Duration
    ) -> Bool {
        guard isOn else {
            guard groupTyping?.room == room, groupTyping?.isOn == true else { return false }
            groupTyping?.isOn = false
            return true
        }
        guard groupTyping.map({ now - $0.at >= throttle }) ?? true else { return false }
        groupTyping = GroupTypingNotice(room: room, at: now, isOn: true)
        return true
    }
}
