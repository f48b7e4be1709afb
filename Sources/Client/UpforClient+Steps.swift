import Dispatch
import Synchronization
import Wire

/// The conversation moves in steps: one input, then everything that follows from it, under one
/// lock. Nothing done under it waits, and a transport never reports from within a call.
extension UpforClient {
    /// Takes one step.
    func step(
        _ input: (
            inout Conversation<Waiter>, _ now: Duration, inout SystemRandomNumberGenerator
        ) -> Void
    ) {
        state.withLock { state in step(&state, input) }
    }

    private func step(
        _ state: inout State,
        _ input: (
            inout Conversation<Waiter>, _ now: Duration, inout SystemRandomNumberGenerator
        ) -> Void
    ) {
        var generator = SystemRandomNumberGenerator()
        let now = began.duration(to: .now)
        input(&state.conversation, now, &generator)
        var actions = state.conversation.takeActions()
        while !actions.isEmpty {
            for action in actions { perform(action, &state, at: now, using: &generator) }
            actions = state.conversation.takeActions()
        }
        arm(&state, at: now)
    }

    private func perform(
        _ action: Action<Waiter>, _ state: inout State, at now: Duration,
        using generator: inout some RandomNumberGenerator
    ) {
        switch action {
        case .open: open(&state)
        case .send(let message): transport.send(message)
        case .ping: transport.ping()
        case .close(let code, let reason): transport.close(code, reason: reason)
        case .abort: transport.abort()
        case .answer(let waiter, let answer): waiter.resume(returning: answer)
        case .finish: feed.finish()
        case .tell(let event):
            guard case .dropped = feed.yield(event), case .inbox(let seq, _, _) = event
            else { return }
            state.conversation.unclaimed(seq, at: now, using: &generator)
        }
    }
}

// MARK: - What the transport reports

extension UpforClient {
    private func open(_ state: inout State) {
        state.connectionNumber += 1
        let number = state.connectionNumber
        transport.open { [weak self] event in self?.heard(event, from: number) }
    }

    private func heard(_ event: TransportEvent, from number: Int) {
        // Decoded before the lock is taken: it is most of the work.
        var message: ServerMessage?
        if case .message(let bytes) = event { message = ServerMessage(bytes, format) }
        state.withLock { state in
            guard state.connectionNumber == number else { return }
            step(&state) { conversation, now, generator in
                switch event {
                case .opened: conversation.opened(at: now)
                case .heard: conversation.heard(at: now)
                case .ended(let ending): conversation.ended(ending, at: now, using: &generator)
                case .message:
                    conversation.received(message, at: now, using: &generator)
                }
            }
        }
    }
}

// MARK: - Time

extension UpforClient {
    /// Sees to it that the conversation hears of the time when it wants to.
    ///
    /// A loop's timers belong to connections, and a client that waits to come back has none. One
    /// wake-up is under way at a time, as a rule: a call does not move it, since it is due earlier.
    private func arm(_ state: inout State, at now: Duration) {
        guard let wakeAt = state.conversation.wakeAt else { return }
        if let wakesAt = state.wakesAt, wakesAt <= wakeAt { return }
        state.wakesAt = wakeAt
        let delay = (wakeAt - now).wholeMilliseconds + 1
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            self?.wake(wakeAt)
        }
    }

    private func wake(_ time: Duration) {
        state.withLock { state in
            if state.wakesAt == time { state.wakesAt = nil }
            step(&state) { conversation, now, generator in
                conversation.tick(at: now, using: &generator)
            }
        }
    }
}
