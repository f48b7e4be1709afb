package import Wire

extension Conversation {
    /// Sends a command, or keeps it until it can be sent.
    ///
    /// Only a command with a `cid` outlives a connection, because the server recognises its
    /// repetition. It also waits for a connection that is being made. Other commands fail at once,
    /// because their effect could not be determined later.
    package mutating func call(
        _ command: ClientMessage.OneOf_Command, for waiter: Waiter, at now: Duration
    ) {
        switch command {
        case .accountLogout, .accountDelete:
            submit(command, .signOut(waiter), waiter, at: now)
        default:
            submit(command, .command(waiter), waiter, at: now)
        }
    }

    /// Opens a session, and remembers how.
    package mutating func signIn(
        token: String, after: UInt32?, epoch: String, for waiter: Waiter, at now: Duration
    ) {
        let command = sessionOpen(token: token, after: after, epoch: epoch)
        submit(command, .signIn(waiter, token: token, after: after), waiter, at: now)
    }

    func sessionOpen(
        token: String, after: UInt32?, epoch: String
    ) -> ClientMessage.OneOf_Command {
        var command = SessionOpen()
        command.token = token
        command.device = options.device
        command.epoch = epoch
        command.silent = options.isSilent
        command.snapshot = options.wantsSnapshot
        if let after { command.after = after }
        return .sessionOpen(command)
    }

    /// Sends what waits to be sent, as far as the server lets us have it in flight.
    mutating func flushIfReady(at now: Duration) {
        guard phase == .anonymous || phase == .signedIn else { return }
        let window = limits.map { Int($0.commandsInFlight) } ?? 0
        while window == 0 || calls.sentCount < window,
            let call = calls.sendNext(dueAt: answerDueAt(now))
        {
            actions.append(.send(call.bytes))
        }
    }

    /// Makes the message of a command.
    ///
    /// - Throws: `.refused` if the server said that it would not take it: it would close the
    ///   connection, and take every other command down with this one. With `TOO_LARGE`, or, where
    ///   that is why, as it refuses a text that is a little too long.
    mutating func makeCall(
        _ command: ClientMessage.OneOf_Command, _ purpose: Call<Waiter>.Purpose, at now: Duration
    ) throws(ClientError) -> Call<Waiter> {
        var message = ClientMessage()
        message.id = calls.makeID()
        message.command = command
        let bytes = try message.bytes(options.format)
        if let most = limits?.messageBytes, most > 0, bytes.count > Int(most) {
            throw .refused(
                command.text?.refusal ?? .tooLarge(byteCount: bytes.count, limit: Int(most)))
        }
        return Call(
            id: message.id, bytes: bytes, purpose: purpose, isRepeatable: command.isRepeatable,
            dueAt: answerDueAt(now))
    }
}

extension Conversation {
    private mutating func submit(
        _ command: ClientMessage.OneOf_Command, _ purpose: Call<Waiter>.Purpose,
        _ waiter: Waiter, at now: Duration
    ) {
        do throws(ClientError) {
            if let obstacle = obstacle(to: command) { throw obstacle }
            calls.addUnsent(try makeCall(command, purpose, at: now))
            flushIfReady(at: now)
        } catch {
            answer(waiter, .failure(error))
        }
    }

    /// Why the command can be sent neither now nor after the client has come back.
    private func obstacle(to command: ClientMessage.OneOf_Command) -> ClientError? {
        switch phase {
        case .anonymous, .signedIn, .resuming: nil
        case .opening, .waiting:
            credentials != nil && command.isRepeatable
                ? nil : .disconnected("not connected to the server right now")
        case .idle: .disconnected("not connected to the server")
        case .closing, .closed: .closed
        }
    }

    private func answerDueAt(_ now: Duration) -> Duration {
        now + .seconds(options.answerSeconds)
    }
}

extension ClientMessage.OneOf_Command {
    /// Whether the server recognises it when it comes a second time.
    var isRepeatable: Bool { cid.map { !$0.isEmpty } ?? false }
}
