import WebSocket
import Wire

extension Conversation {
    /// The owner wants a connection, now.
    package mutating func connect(for waiter: Waiter, at now: Duration) {
        switch phase {
        case .idle, .waiting:
            connecters.append(waiter)
            open(at: now)
        case .opening: connecters.append(waiter)
        case .anonymous, .resuming, .signedIn: answer(waiter, .success(.done(Done())))
        case .closing, .closed: answer(waiter, .failure(.closed))
        }
    }

    /// The transport has a connection.
    package mutating func opened(at now: Duration) {
        guard case .opening = phase else { return }
        upSince = now
        heartbeat.heard(at: now)
        phase = .anonymous
        tell(.connected)
        if let credentials { resume(credentials, at: now) }
        answerConnecters(.success(.done(Done())))
    }

    /// The server gave a sign of life that is no message.
    package mutating func heard(at now: Duration) {
        heartbeat.heard(at: now)
    }

    /// The connection is over, or did not come about.
    package mutating func ended(
        _ ending: Ending, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        switch phase {
        case .opening, .anonymous, .resuming, .signedIn: fall(ending, at: now, using: &generator)
        case .closing: finish()
        case .idle, .waiting, .closed: break
        }
    }

    /// Breaks off because the server does what it must not, and comes back by the usual rules.
    mutating func breakOff(
        _ code: CloseCode, _ reason: String, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        guard isUp else { return }
        actions.append(.close(code, reason: reason))
        fall(.lost(reason), at: now, using: &generator)
    }

    /// The owner is done, for good.
    package mutating func close(for waiter: Waiter) {
        closers.append(waiter)
        failAll(.closed)
        switch phase {
        case .anonymous, .resuming, .signedIn:
            phase = .closing
            actions.append(.close(.normal, reason: ""))
        case .opening:
            actions.append(.abort)
            finish()
        case .idle, .waiting, .closed: finish()
        case .closing: break
        }
    }

    /// Time has passed.
    package mutating func tick(at now: Duration, using generator: inout some RandomNumberGenerator)
    {
        giveUpOverdue(at: now, using: &generator)
        acknowledgeIfDue(at: now)
        calls.wake(at: now)
        flushIfReady(at: now)
        switch phase {
        case .opening(let until) where until <= now:
            actions.append(.abort)
            let reason = "the server did not answer within \(options.connectSeconds) s"
            fall(.unreachable(reason), at: now, using: &generator)
        case .waiting(let until) where until <= now: open(at: now)
        case .anonymous, .resuming, .signedIn: beat(at: now, using: &generator)
        default: break
        }
    }

    /// When `tick` is due at the latest; nil while only others can bring news.
    package var wakeAt: Duration? {
        let next: Duration? =
            switch phase {
            case .opening(let until), .waiting(let until): until
            case .signedIn: receipts.dueAt.map { min($0, heartbeat.dueAt) } ?? heartbeat.dueAt
            case .anonymous, .resuming: heartbeat.dueAt
            case .idle, .closing, .closed: nil
            }
        return [next, calls.dueAt, calls.restsUntil].compactMap { $0 }.min()
    }
}

extension Conversation {
    private mutating func open(at now: Duration) {
        phase = .opening(until: now + .seconds(options.connectSeconds))
        farewell = Farewell()
        actions.append(.open)
    }

    private mutating func resume(_ credentials: Credentials, at now: Duration) {
        phase = .resuming
        let token = options.currentToken?() ?? credentials.token
        let command = sessionOpen(token: token, after: cursor.seq, epoch: cursor.epoch)
        // A token that was accepted once can be encoded, and is not too large.
        guard let call = try? makeCall(command, .resume, at: now) else { return }
        calls.addSent(call)
        actions.append(.send(call.bytes))
    }

    private mutating func acknowledgeIfDue(at now: Duration) {
        guard phase == .signedIn, let seq = receipts.due(at: now) else { return }
        var command = SessionAck()
        command.seq = seq
        guard let call = try? makeCall(.sessionAck(command), .acknowledge(seq), at: now) else {
            return
        }
        calls.addUnsent(call)
    }

    private mutating func beat(
        at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        switch heartbeat.tick(at: now) {
        case .wait: break
        case .ping: actions.append(.ping)
        case .giveUp: abandon("the server has fallen silent", at: now, using: &generator)
        }
    }

    private mutating func giveUpOverdue(
        at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        for call in calls.takeOverdue(at: now) {
            if let waiter = call.waiter { answer(waiter, .failure(.timedOut)) }
            switch call.purpose {
            case .resume:
                let reason = "the server did not resume the session in time"
                abandon(reason, at: now, using: &generator)
            case .signOut:
                // Only a resume can tell whether the session still exists.
                let reason = "the server did not say in time whether the session is over"
                abandon(reason, at: now, using: &generator)
            case .command, .signIn, .acknowledge: break
            }
        }
    }

    /// Ends a connection that gives no answers, and comes back by the usual rules.
    private mutating func abandon(
        _ reason: String, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        guard isUp else { return }
        actions.append(.abort)
        fall(.lost(reason), at: now, using: &generator)
    }

    /// The connection is gone: decides whether to come back, and when.
    private mutating func fall(
        _ ending: Ending, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        let wasUp = isUp
        let ending = farewell.explains(ending)
        if case .closed(.loggedOut, _) = ending, credentials != nil {
            tell(.signedOut(reason: ending.text))
        }
        answerConnecters(.failure(.unreachable(ending.text)))
        guard credentials != nil, options.resumes, ending.invitesReconnect else {
            return stayAway(ending, isNews: wasUp || credentials != nil)
        }
        fail(calls.takeUnrepeatable(), .disconnected(ending.text))
        if wasUp, now - upSince >= options.backoff.steadyAfter { attempts = 0 }
        let wait = farewell.retryAfter + options.backoff.wait(after: attempts, using: &generator)
        attempts += 1
        phase = .waiting(until: now + wait)
        tell(.disconnected(reason: ending.text, retryIn: wait))
    }

    /// - Parameter isNews: false for a first connection that failed: its caller knows.
    private mutating func stayAway(_ ending: Ending, isNews: Bool) {
        phase = .idle
        credentials = nil
        attempts = 0
        failAll(.disconnected(ending.text))
        if isNews { tell(.disconnected(reason: ending.text, retryIn: nil)) }
    }

    private mutating func finish() {
        phase = .closed
        for waiter in closers { answer(waiter, .success(.done(Done()))) }
        closers.removeAll()
        actions.append(.finish)
    }

    private mutating func failAll(_ error: ClientError) {
        answerConnecters(.failure(error))
        fail(calls.takeAll(), error)
    }

    private mutating func fail(_ calls: [Call<Waiter>], _ error: ClientError) {
        for call in calls {
            if let waiter = call.waiter { answer(waiter, .failure(error)) }
        }
    }
}
