import Kernel
import Wire

extension HubCore {
    /// Answers a command, and passes on what it delivered and signalled.
    mutating func handle(_ completion: Completion) {
        // What concerns every command has been told once, by the store.
        if let fault = completion.fault, !fault.concernsEveryCommand {
            log.write(.storeFault, .reason("\(fault)"))
        }
        if let origin = completion.origin { answer(origin, completion.result) }
        for delivery in completion.deliveries { deliver(delivery) }
        for signal in completion.signals { handle(signal, completion.origin) }
        if let origin = completion.origin, origin.changesCaller {
            gone.remove(ConnectionKey(origin))
        }
    }

    private mutating func answer(
        _ origin: Origin, _ result: Result<ServerMessage.OneOf_Body, Refusal>
    ) {
        let body: ServerMessage.OneOf_Body
        switch result {
        case .success(let success): body = success
        case .failure(let refusal):
            logRefusal(refusal, origin)
            body = .error(refusal.error(in: origin.name))
        }
        let bytes = ServerMessage(id: origin.command, body).bytes(origin.format)
        let kind: Outgoing.Kind =
            if origin.changesCaller { .answerToChange } else if origin.isRead {
                .answerToRead
            } else if body.isSecret { .secretAnswer } else { .answer }
        send(.message(bytes, kind), to: ConnectionKey(origin))
    }

    private mutating func handle(_ signal: Signal, _ origin: Origin?) {
        switch signal {
        case .signedIn(let grant):
            if let origin { attach(ConnectionKey(origin), origin.format, grant) }
        case .signedOut(let caller):
            // A log-out leaves its connection open; a device that sends itself away does not.
            let leaves = origin.flatMap { $0.changesCaller ? ConnectionKey($0) : nil }
            signOut(caller, by: leaves)
        case .registered(let user):
            logPerson(.accountRegistered, user, origin)
        case .loggedIn(let user): logPerson(.accountLogin, user, origin)
        case .passwordChanged(let user): logPerson(.passwordChanged, user, origin)
        case .accountDeleted(let user): logPerson(.accountDeleted, user, origin)
        case .identity(let user, let isLinked):
            logPerson(isLinked ? .identityLinked : .identityUnlinked, user, origin)
        case .friends(let user, let friends): learn(friends, of: user)
        case .friendship(let one, let other, let exists):
            relate(one, other, exists: exists)
        case .discretion(let user, let discretion):
            users[user]?.discretion = discretion
            show(user)
        case .hint(let hint):
            var shared = SharedHint(hint.body, key: hint.key, about: hint.about)
            for user in hint.recipients {
                tell(user, &shared) { !hint.isForOpenCircles || $0.isCircleOpen }
            }
        case .absent(let absentees): expect(absentees)
        case .presenceStored(let batch): stored(batch)
        }
    }

    private func logPerson(_ event: EventName, _ user: User.ID, _ origin: Origin?) {
        let key = origin.map { ConnectionKey($0).logged } ?? 0
        log.write(event, .connection(key), .user(user.rawValue))
    }

    private func logRefusal(_ refusal: Refusal, _ origin: Origin) {
        let fields = (
            EventField.connection(ConnectionKey(origin).logged),
            EventField.request(origin.command), EventField.command(origin.name),
            EventField.code(refusal.code.wireName)
        )
        let event: EventName =
            switch refusal.code {
            case .wrongCredentials: .accountLoginFailed
            case .internal: .commandFailed
            default: .commandRefused
            }
        log.write(event, fields.0, fields.1, fields.2, fields.3)
    }

    /// Pushes an event to every session that is up to date, and wakes the others.
    private mutating func deliver(_ delivery: Delivery) {
        var event = delivery.event
        let body = terms.notifies ? event.body.flatMap { $0.isNotable ? $0 : nil } : nil
        var away: [User.ID] = []
        for recipient in delivery.recipients {
            let user = users[recipient.user]
            for key in user?.sessions ?? [] {
                push(&event, seq: recipient.seq, to: key)
                if let body { sessions[key]?.remember(body, at: now) }
            }
            if user?.presentCount ?? 0 == 0 { away.append(recipient.user) }
        }
        if let body { notify(away, of: body, at: now.moment) }
    }

    private mutating func push(_ event: inout InboxEvent, seq: UInt32, to key: ConnectionKey) {
        guard var session = sessions[key], seq > session.cursor else { return }
        session.top = max(session.top, seq)
        if session.pace == .live, seq == session.cursor + 1 {
            session.cursor = seq
            send(.message(event.payload(seq: seq, session.format), .event), to: key)
        }
        sessions[key] = session
        catchUp(key)
    }
}

extension ServerMessage.OneOf_Body {
    /// Whether a token is in it: beside text of somebody else's choice, the size of what is
    /// compressed would tell about the token.
    ///
    /// - Source: RFC 7692 §8; the attack is known as CRIME.
    fileprivate var isSecret: Bool {
        if case .account = self { true } else { false }
    }
}
