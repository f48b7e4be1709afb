import Kernel
import Wire

extension Hub {
    /// Answers a command, and passes on what it delivered and signalled.
    func handle(_ completion: Completion) {
        if let fault = completion.fault {
            log.write(.storeFault, .reason("\(fault)"))
        }
        if let origin = completion.origin { answer(origin, completion) }
        for delivery in completion.deliveries { deliver(delivery) }
    }

    private func answer(_ origin: Origin, _ completion: Completion) {
        let key = ConnectionKey(loop: origin.loop, packed: origin.connection)
        let body: ServerMessage.OneOf_Body
        switch completion.result {
        case .success(let success): body = success
        case .failure(let refusal):
            logRefusal(refusal, origin)
            body = .error(refusal.error(in: origin.name))
        }
        let bytes = ServerMessage(id: origin.command, body).bytes(origin.format)
        send(.message(bytes, answers: true), to: key)
        for signal in completion.signals { handle(signal, key, origin) }
    }

    private func handle(_ signal: Signal, _ key: ConnectionKey, _ origin: Origin) {
        switch signal {
        case .signedIn(let grant): attach(key, origin.format, grant)
        case .signedOut:
            signOut(key)
        case .registered(let user):
            log.write(.accountRegistered, .user(user.rawValue))
        case .loggedIn(let user): log.write(.accountLogin, .user(user.rawValue))
        case .friendship(let one, let other, let exists):
            relate(one, other, exists: exists)
        }
    }

    private func logRefusal(_ refusal: Refusal, _ origin: Origin) {
        let fields = (
            EventField.connection(UInt64(origin.loop) << 56 | origin.connection),
            EventField.request(origin.command), EventField.command(origin.name),
            EventField.code(refusal.code.wireName)
        )
        let event: EventName =
            switch refusal.code {
            case .wrongCredentials: .accountLoginFailed
            case .internal, .unavailable: .commandFailed
            default: .commandRefused
            }
        log.write(event, fields.0, fields.1, fields.2, fields.3)
    }

    /// Pushes an event to every session that is up to date, and wakes the others.
    private func deliver(_ delivery: Delivery) {
        var event = delivery.event
        for recipient in delivery.recipients {
            for key in users[recipient.user]?.sessions ?? [] {
                push(&event, seq: recipient.seq, to: key)
            }
        }
    }

    private func push(_ event: inout InboxEvent, seq: UInt32, to key: ConnectionKey) {
        guard var session = sessions[key], seq > session.cursor else { return }
        session.top = max(session.top, seq)
        if session.pace == .live, seq == session.cursor + 1 {
            session.cursor = seq
            send(.message(event.payload(seq: seq, session.format), answers: false), to: key)
        }
        sessions[key] = session
        catchUp(key)
    }
}
