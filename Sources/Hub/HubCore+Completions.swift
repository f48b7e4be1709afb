import Kernel
import Observability
import Wire

extension HubCore {
    /// Answers a command, and passes on what it delivered and signalled.
    mutating func handle(_ completion: Completion) {
        // The store itself has logged, once, a fault that concerns every command.
        if let fault = completion.fault, !fault.concernsEveryCommand {
            let command = completion.origin.map { EventField.command($0) } ?? []
            log.write(.storeFault, fields: command + [.reason("\(fault)")])
        }
        if let answer = completion.answer { pass(answer) }
        let pushCount = completion.deliveries.reduce(0) { $0 + deliver($1) }
        if let origin = completion.origin, completion.refusal == nil {
            noteAnswer(to: origin, pushCount)
        }
        for record in completion.records { log.write(record, from: completion.origin) }
        for signal in completion.signals {
            handle(signal, completion.origin, of: completion.transaction)
        }
        tellNodes(of: completion)
        if let origin = completion.origin, origin.changesCaller {
            gone.remove(ConnectionKey(origin))
        }
    }

    private mutating func pass(_ answer: Answer) {
        let origin = answer.origin
        switch answer.result {
        case .success(let body):
            commands.done(origin)
            if case .session(let session) = body { meter.opened(session) }
        case .failure(let refusal):
            commands.refused(origin, refusal.code)
            log.noteRefusal(refusal, origin)
        }
        send(.answer(answer), to: ConnectionKey(origin))
    }

    mutating func handle(_ signal: Signal, _ origin: Origin?, of transaction: Int64? = nil) {
        switch signal {
        case .signedIn(let grant): if let origin { attach(origin, grant) }
        case .signedOut(let caller):
            // A log-out leaves its connection open; a device that removes itself does not.
            let leaves = origin.flatMap { $0.changesCaller ? ConnectionKey($0) : nil }
            signOut(caller, by: leaves)
        case .tokenUsed(let use): note(use, origin)
        case .banned(let user, let until): ban(user, until: until)
        case .unbanned(let user): banned[user] = nil
        case .casesWait(let count, let since): meter.casesWait(count, since: since)
        case .friends(let user, let friends): learn(friends, of: user)
        case .relation(let one, let other, let exists):
            relate(one, other, exists: exists)
        // The answer may be out of date: the next one counts.
        case .asked(let user, _) where inquiry.doubts(user): break
        case .discretion(let user, let discretion), .asked(let user, let discretion):
            users[user]?.discretion = discretion
            show(user)
        case .hint(let hint):
            var shared = SharedHint(hint.body, key: hint.key, about: hint.about)
            for user in hint.recipients {
                tell(user, &shared, on: hint.topic, of: transaction)
            }
        case .absent(let absentees): expect(absentees)
        case .presenceStored(let batch): stored(batch)
        // For other nodes: here they are done.
        case .claimed, .kicked, .announced: break
        case .nodes(let news): take(news)
        }
    }

    /// - Parameter pushCount: the number of connections to which its events were pushed.
    func noteAnswer(to origin: Origin, _ pushCount: Int) {
        guard log.takes(.commandAnswered) else { return }
        log.write(.commandAnswered, fields: EventField.command(origin) + [.count(pushCount)])
    }

    /// Pushes an event to every session that is up to date, and wakes the others.
    ///
    /// - Returns: the number of sessions to which it was pushed.
    private mutating func deliver(_ delivery: Delivery) -> Int {
        var event = delivery.event
        var pushCount = 0
        let isNotable = terms.notifies && events.isNotable(event)
        var away: [User.ID] = []
        var reachedCount = 0
        for recipient in delivery.recipients {
            let user = users[recipient.user]
            passed.note(recipient.seq, of: recipient.user)
            let before = pushCount
            for key in user?.sessions ?? [] {
                if push(&event, seq: recipient.seq, to: key) { pushCount += 1 }
                if isNotable { sessions[key]?.remember(delivery.event, at: now) }
            }
            if pushCount > before { reachedCount += 1 }
            if user?.presentCount ?? 0 == 0, !isElsewhere(recipient.user) {
                away.append(recipient.user)
            }
        }
        if isNotable { notify(away, of: event, at: now.moment) }
        if case .match(let match)? = delivery.event.body {
            meter.usage.told(match.activity, reachedCount)
        }
        return pushCount
    }

    /// - Returns: whether the session was up to date.
    private mutating func push(
        _ event: inout InboxEvent, seq: UInt32, to key: ConnectionKey
    ) -> Bool {
        guard var session = sessions[key], seq > session.cursor else { return false }
        session.top = max(session.top, seq)
        let isNext = session.pace == .live && seq == session.cursor + 1
        if isNext {
            session.cursor = seq
            send(.event(event.payload(seq: seq, session.format)), to: key)
        }
        sessions[key] = session
        catchUp(key)
        return isNext
    }
}
