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
        tellWhatStands(&state)
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
            tellWhatStands(&state)
            guard !state.standing.isEmpty || isFull(feed.yield(event)) else { return }
            switch event {
            case .inbox(let seq, _, _):
                state.conversation.unclaimed(seq, at: now, using: &generator)
            case .ephemeral: break
            default: state.standing = Self.standing(state.standing, then: event)
            }
        }
    }

    private func isFull(_ result: AsyncStream<ClientEvent>.Continuation.YieldResult) -> Bool {
        if case .dropped = result { true } else { false }
    }

    private func tellWhatStands(_ state: inout State) {
        while let event = state.standing.first, !isFull(feed.yield(event)) {
            state.standing.removeFirst()
        }
    }

    /// How things stand, by what was untold and what is new: the last of each kind is enough, but
    /// for everything known being void.
    private static func standing(_ untold: [ClientEvent], then event: ClientEvent) -> [ClientEvent]
    {
        var event = event
        let older = untold.filter { $0.kind != event.kind }
        if case .signedIn(var session) = event {
            session.reset = session.reset || untold.contains(where: \.isReset)
            event = .signedIn(session)
        }
        return older + [event]
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
    /// How often a client looks whether its reader has caught up, when nothing else happens.
    private static let lookInterval = Duration.seconds(1)

    /// Sees to it that the conversation hears of the time when it wants to.
    ///
    /// A loop's timers belong to connections, and a client that waits to come back has none. One
    /// wake-up is under way at a time, as a rule: a call does not move it, since it is due earlier.
    private func arm(_ state: inout State, at now: Duration) {
        let lookAt = state.standing.isEmpty ? nil : now + Self.lookInterval
        guard let wakeAt = [state.conversation.wakeAt, lookAt].compactMap(\.self).min()
        else { return }
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

extension ClientEvent {
    fileprivate enum Kind { case connected, signedIn, inbox, ephemeral, signedOut, disconnected }

    fileprivate var kind: Kind {
        switch self {
        case .connected: .connected
        case .signedIn: .signedIn
        case .inbox: .inbox
        case .ephemeral: .ephemeral
        case .signedOut: .signedOut
        case .disconnected: .disconnected
        }
    }

    fileprivate var isReset: Bool {
        if case .signedIn(let session) = self { session.reset } else { false }
    }
}
