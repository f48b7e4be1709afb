import Dispatch
public import SwiftProtobuf
import Synchronization
public import WebSocket
public import Wire

/// A connection to the daemon that heals itself.
///
/// ```swift
/// let client = UpforClient(server: .standard, options: ClientOptions(device: "laptop-1"))
/// try await client.connect()
/// _ = try await client.signIn(token: token, after: 917, epoch: epoch)
/// for await event in client.events { … }
/// ```
/// Once signed in it reconnects by itself after every loss, and the inbox continues where it
/// stopped. Any number of clients share the threads of one `ClientLoop`.
public final class UpforClient: Sendable {
    typealias Answer = Result<ServerMessage.OneOf_Body, ClientError>
    typealias Waiter = CheckedContinuation<Answer, Never>

    struct State: Sendable {
        var conversation: Conversation<Waiter>
        /// The number of the present connection; reports of older ones are stale.
        var connectionNumber = 0
        /// When a wake-up is under way already.
        var wakesAt: Duration?
        /// State changes that the reader has yet to receive, because its queue is full.
        var standing: [ClientEvent] = []
    }

    /// The most events that wait for their reader. Further events of the inbox stay on the server
    /// until the reader has caught up.
    static let eventsMax = 65_536

    /// The events that arrive unasked. There is one reader; the stream ends after `close`.
    public let events: AsyncStream<ClientEvent>

    let feed: AsyncStream<ClientEvent>.Continuation
    let transport: any Transport
    let format: WireFormat
    let state: Mutex<State>
    let began = ContinuousClock.now

    /// A client that does nothing until `connect`.
    public convenience init(server: ServerAddress, options: ClientOptions) {
        let transport = LoopTransport(
            to: server, format: options.format, on: options.loop ?? .shared,
            trusting: options.trust, connectSeconds: options.connectSeconds)
        self.init(transport: transport, options: options)
    }

    /// A client over another transport.
    public init(transport: any Transport, options: ClientOptions) {
        self.transport = transport
        format = options.format
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventsMax))
        state = Mutex(State(conversation: Conversation(options: options)))
    }

    deinit {
        transport.abort()
        feed.finish()
    }
}

extension UpforClient {
    /// Connects, or returns at once when there is a connection.
    ///
    /// - Throws: `.unreachable` when connecting fails; `.closed`.
    public func connect() async throws(ClientError) {
        _ = try await ask { conversation, waiter, now in
            conversation.connect(for: waiter, at: now)
        }
    }

    /// Sends a command and waits for its reply.
    ///
    /// A signed-in client repeats a command with a `cid` after a lost connection; it takes effect
    /// once. When the server asks for a later retry, the client retries then, or times out when
    /// that is too far away or goes on for too long. Any other command fails with its connection.
    ///
    /// - Throws: `.refused` by the server; `.disconnected` and `.timedOut`, after which it is
    ///   unknown whether the command took effect; `.violation`; `.closed`.
    public func call(
        _ command: ClientMessage.OneOf_Command
    ) async throws(ClientError) -> ServerMessage.OneOf_Body {
        try await ask { conversation, waiter, now in
            conversation.call(command, for: waiter, at: now)
        }
    }

    /// Opens a session. From now on the client reconnects by itself.
    ///
    /// - Parameters:
    ///   - after: the last event of the inbox that this device has seen, 0 for all events; nil for
    ///     future events only.
    ///   - epoch: the epoch of `after`; empty if it is unknown.
    /// - Throws: as `call`.
    public func signIn(
        token: String, after: UInt32?, epoch: String
    ) async throws(ClientError) -> SessionOpened {
        let body = try await ask { conversation, waiter, now in
            conversation.signIn(token: token, after: after, epoch: epoch, for: waiter, at: now)
        }
        guard case .session(let session) = body else {
            throw .violation("no session in the answer")
        }
        return session
    }

    /// The position up to which the inbox has been put into `events`, for the owner to store.
    ///
    /// An owner that must not lose an unprocessed event stores the `seq` of the last one it has
    /// processed instead.
    public var position: (epoch: String, seq: UInt32) {
        let cursor = state.withLock { $0.conversation.cursor }
        return (cursor.epoch, cursor.seq)
    }

    /// Closes the connection for good. Returns when it has ended, within two seconds.
    public func close() async {
        _ = try? await ask { conversation, waiter, _ in conversation.close(for: waiter) }
    }

    private func ask(
        _ question: (inout Conversation<Waiter>, Waiter, Duration) -> Void
    ) async throws(ClientError) -> ServerMessage.OneOf_Body {
        let answer: Answer = await withCheckedContinuation { waiter in
            step { conversation, now, _ in question(&conversation, waiter, now) }
        }
        return try answer.get()
    }
}

/// The conversation moves in steps: one input, then all its consequences, under one lock. Nothing
/// under the lock waits, and a transport never reports from within a call.
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

    /// The state changes yet to be delivered, including a new one. The last of each kind suffices,
    /// except that a reset must not get lost.
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
        // Decoded before the lock is taken, because this is most of the work.
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
    /// How often a client checks whether its reader has caught up, when nothing else happens.
    private static let lookInterval = Duration.seconds(1)

    /// Schedules the conversation's next wake-up.
    ///
    /// A loop's timers belong to connections, and a client that waits to reconnect has none. As a
    /// rule one wake-up is under way at a time: a call does not move it, because it is due earlier.
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

/// Why a request to a client failed.
public enum ClientError: Error, Equatable, Sendable {
    /// The server understood the command and refused it.
    case refused(CommandError)
    /// No connection could be made; the text says why, for a person.
    case unreachable(String)
    /// There is no connection, or it ended before the reply arrived: whether the command took
    /// effect is unknown. The text says why, for a person.
    case disconnected(String)
    /// The reply did not arrive in time: whether the command took effect is unknown.
    case timedOut
    /// The server's reply does not belong to this command, or is unknown to this client.
    case violation(String)
    /// `close` was called.
    case closed
}

extension ClientError: CustomStringConvertible {
    /// One line for a person.
    public var description: String {
        switch self {
        case .refused(let error): error.message.isEmpty ? "refused: \(error.code)" : error.message
        case .unreachable(let reason), .disconnected(let reason): reason
        case .timedOut: "the server did not answer in time"
        case .violation(let what): what
        case .closed: "the connection is closed"
        }
    }
}

/// What a client reports unasked.
public enum ClientEvent: Sendable, Equatable {
    /// The socket is up, or up again; there is no session yet.
    case connected
    /// A session is open, by `signIn` or by resuming. When its `reset` is true, everything known so
    /// far is void: read the lists again; the inbox continues behind `top`.
    case signedIn(SessionOpened)
    /// A durable event: each exactly once and in order of `seq`, across reconnects.
    case inbox(seq: UInt32, at: Google_Protobuf_Timestamp, body: ServerMessage.OneOf_Body)
    /// An event that may get lost: presence, or the announcement of a close.
    case ephemeral(ServerMessage.OneOf_Body)
    /// The server rejects the token: this device was signed out, here or from another.
    /// `disconnected` follows, and the client does not reconnect by itself.
    case signedOut(reason: String)
    /// The socket is down. `retryIn` is the wait before the next attempt; nil means that the client
    /// does not reconnect by itself.
    case disconnected(reason: String, retryIn: Duration?)
}

/// How a connection ended.
public enum Ending: Sendable, Equatable {
    /// It could not be made; the text says why, for a person.
    case unreachable(String)
    /// The server closed it with this code, nil if it gave none.
    case closed(CloseCode?, reason: String)
    /// It broke without a close frame, or we aborted it; the text says why, for a person.
    case lost(String)
}

extension Ending {
    /// Whether reconnecting may help.
    ///
    /// - Source: RFC 6455 §7.4; a connection that broke is what the RFC calls 1006.
    var invitesReconnect: Bool {
        switch self {
        case .unreachable, .lost: true
        case .closed(let code, _): code?.invitesReconnect ?? false
        }
    }

    /// One line for a person.
    var text: String {
        switch self {
        case .unreachable(let reason), .lost(let reason): reason
        case .closed(let code, let reason):
            switch (code, reason.isEmpty) {
            case (let code?, true): "the server closed the connection (\(code.rawValue))"
            case (let code?, false):
                "the server closed the connection: \(reason) (\(code.rawValue))"
            case (nil, _): "the server closed the connection"
            }
        }
    }
}
