import WebSocket
package import Wire

extension Conversation {
    /// A message came; nil if it made no sense.
    package mutating func received(
        _ message: ServerMessage?, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        guard isUp else { return }
        heartbeat.heard(at: now)
        guard let message else {
            let reason = "the server sent what is no message"
            return breakOff(.invalidPayload, reason, at: now, using: &generator)
        }
        if message.id != 0 {
            guard let call = calls.takeAnswered(message.id) else { return }
            answered(call, message.body, at: now, using: &generator)
            flushIfReady(at: now)
        } else if message.seq != 0 {
            inbox(message, at: now, using: &generator)
        } else if let body = message.body {
            if case .bye(let bye) = body { farewell.heard(bye) }
            tell(.ephemeral(body))
        }
    }

    /// The event `seq` was not taken by its owner, whose queue is full: it stays in the inbox,
    /// and comes again with the next connection.
    mutating func unclaimed(
        _ seq: UInt32, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        guard cursor.seq == seq, seq > 0 else { return }
        cursor.seq = seq - 1
        breakOff(.goingAway, "events come faster than they are read", at: now, using: &generator)
    }
}

extension Conversation {
    /// Before this connection has a session the inbox is unknown: events that arrive earlier are in
    /// the inbox, and are replayed.
    private mutating func inbox(
        _ message: ServerMessage, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        guard phase == .signedIn else { return }
        let expected = cursor.seq &+ 1
        switch cursor.advance(to: message.seq) {
        case .seen: break
        case .gap:
            let what = "event \(message.seq) came where \(expected) was due"
            breakOff(.protocolError, what, at: now, using: &generator)
        case .next:
            if options.acknowledges { receipts.took(message.seq, at: now) }
            // A body from a newer server than we know has no case here.
            guard let body = message.body else { return }
            tell(.inbox(seq: message.seq, at: message.at, body: body))
        }
    }

    private mutating func answered(
        _ call: Call<Waiter>, _ body: ServerMessage.OneOf_Body?, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        switch call.purpose {
        case .command(let waiter):
            guard let wait = call.wait(after: body) else {
                return answer(waiter, Self.answer(body))
            }
            if !rest(call, until: now + wait, from: now) { answer(waiter, .failure(.timedOut)) }
        case .signOut(let waiter):
            if case .done? = body { signedOut() }
            answer(waiter, Self.answer(body))
        case .signIn(let waiter, let token, let after):
            if case .session(let session)? = body {
                credentials = Credentials(token: token)
                signedIn(session, after: after, isOurs: false, at: now)
            }
            answer(waiter, Self.answer(body))
        case .resume: resumed(body, at: now, using: &generator)
        case .acknowledge(let seq): if case .done? = body { receipts.arrived(seq) }
        }
    }

    /// Has a repetition sent once more, unless that is later than its caller would wait for.
    private mutating func rest(_ call: Call<Waiter>, until: Duration, from now: Duration) -> Bool {
        var call = call
        let patience = Duration.seconds(options.answerSeconds)
        let last = call.repeatsUntil ?? now + patience * 2
        guard until <= now + patience, until <= last else { return false }
        call.repeatsUntil = last
        call.dueAt = until + patience
        calls.rest(call, until: until)
        return true
    }

    private mutating func signedOut() {
        credentials = nil
        // A repeated command would run in the name of the next user to sign in.
        for call in calls.takeRepeated() {
            guard let waiter = call.waiter else { continue }
            answer(waiter, .failure(.disconnected("signed out before the answer came")))
        }
        if phase == .signedIn { phase = .anonymous }
    }

    /// - Parameter isOurs: whether it goes on with what this conversation has handed out.
    private mutating func signedIn(
        _ session: SessionOpened, after: UInt32?, isOurs: Bool, at now: Duration
    ) {
        let isContinued = after != nil && !session.reset
        cursor = InboxCursor(epoch: session.epoch, seq: isContinued ? after ?? 0 : session.top)
        if isOurs && isContinued {
            receipts.goOn(at: now)
        } else {
            receipts.begin(at: cursor.seq)
        }
        limits = session.limits
        phase = .signedIn
        tell(.signedIn(session))
    }

    private mutating func resumed(
        _ body: ServerMessage.OneOf_Body?, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        switch body {
        case .session(let session)?:
            signedIn(session, after: cursor.seq, isOurs: true, at: now)
        case .error(let error)? where !error.temporary:
            credentials = nil
            let reason = "the session is over: \(ClientError.refused(error).description)"
            if error.code == .invalidToken { tell(.signedOut(reason: reason)) }
            breakOff(.normal, reason, at: now, using: &generator)
        case .error(let error)?:
            farewell.retryAfter = Duration(clamping: error.retryAfter)
            let reason = ClientError.refused(error).description
            breakOff(.goingAway, "not yet: \(reason)", at: now, using: &generator)
        default:
            breakOff(.protocolError, "no session in the answer", at: now, using: &generator)
        }
    }

    private static func answer(_ body: ServerMessage.OneOf_Body?) -> Answer {
        switch body {
        case .error(let error)?: .failure(.refused(error))
        case let body?: .success(body)
        case nil: .failure(.violation("an answer of a kind that this client does not know"))
        }
    }
}

extension Call {
    /// How long to wait before sending this call once more. It was sent on an earlier connection,
    /// so a temporary refusal of the repetition says nothing about its outcome there.
    ///
    /// - Returns: nil when `body` is its reply.
    fileprivate func wait(after body: ServerMessage.OneOf_Body?) -> Duration? {
        guard isRepeated, case .error(let error)? = body else { return nil }
        switch error.code {
        case .rateLimited, .busy, .unavailable:
            return max(Duration(clamping: error.retryAfter), .milliseconds(100))
        default: return nil
        }
    }
}
