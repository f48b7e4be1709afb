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
            case .open(let topic, true): sessions[key]?.topics.insert(topic)
            case .open(let topic, false): sessions[key]?.topics.remove(topic)
            }
        }
    }

    private mutating func tellTyping(
        _ caller: Caller, to name: String, _ room: String, _ isOn: Bool
    ) {
        guard let throttle = terms.typingThrottle, let writer = users[caller.user],
            writer.discretion.sharesTyping, !writer.discretion.isInvisible,
            let friend = names[name] ?? neighbours?.presence.names[name],
            writer.friends?.contains(friend) == true,
            users[friend]?.sessions.isEmpty == false || isElsewhere(friend),
            takesTyping(of: caller.user, to: friend, isOn, throttle)
        else { return }
        var typing = RoomTyping()
        typing.room = room
        typing.from = caller.username
        typing.on = isOn
        var hint = SharedHint(
            .roomTyping(typing), key: "typing:\(room):\(caller.username)", about: caller.user)
        tell(friend, &hint)
    }

    /// Whether this notice is due: "types" once per throttle, "no longer" once after each.
    private mutating func takesTyping(
        of user: User.ID, to friend: User.ID, _ isOn: Bool, _ throttle: Duration
    ) -> Bool {
        guard var notices = users[user]?.typing else { return false }
        notices.removeAll { $0.to != friend && !$0.isOn && now.uptime - $0.at >= throttle }
        let place = notices.firstIndex { $0.to == friend }
        let isTimely: Bool
        if isOn {
            isTimely = place.map { now.uptime - notices[$0].at >= throttle } ?? true
            if isTimely {
                let notice = TypingNotice(to: friend, at: now.uptime, isOn: true)
                if let place { notices[place] = notice } else { notices.append(notice) }
            }
        } else {
            isTimely = place.map { notices[$0].isOn } ?? false
            if let place { notices[place].isOn = false }
        }
        users[user]?.typing = notices
        return isTimely
    }
}
