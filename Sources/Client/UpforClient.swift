import Synchronization
public import Wire

/// A connection to the daemon that heals itself.
///
/// ```swift
/// let client = UpforClient(server: .standard, options: ClientOptions(device: "laptop-1"))
/// try await client.connect()
/// _ = try await client.signIn(token: token, after: 917, epoch: epoch)
/// for await event in client.events { … }
/// ```
/// Once signed in it comes back by itself after every loss, and the inbox goes on where it
/// stopped. Any number of clients share the threads of one `ClientLoop`.
public final class UpforClient: Sendable {
    typealias Answer = Result<ServerMessage.OneOf_Body, ClientError>
    typealias Waiter = CheckedContinuation<Answer, Never>

    struct State: Sendable {
        var conversation: Conversation<Waiter>
        /// Which connection of ours is the present one; what older ones report is stale.
        var connectionNumber = 0
        /// When a wake-up is under way already.
        var wakesAt: Duration?
        /// What the reader has still to be told of how things stand, now that he has too much to
        /// read already.
        var standing: [ClientEvent] = []
    }

    /// Most events that wait for their reader. What the inbox brings beyond them stays on the
    /// server until the reader has caught up.
    static let eventsMax = 65_536

    /// What happens without asking. There is one reader; the stream ends after `close`.
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

    /// A client over a transport of another kind.
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
    /// Makes the connection, or returns at once if it is there.
    ///
    /// - Throws: `.unreachable` when it does not come about; `.closed`.
    public func connect() async throws(ClientError) {
        _ = try await ask { conversation, waiter, now in
            conversation.connect(for: waiter, at: now)
        }
    }

    /// Sends a command and waits for its answer.
    ///
    /// A command with a `cid` outlives a lost connection, once signed in: it is sent again after
    /// the client has come back, and has one effect. If the server then wants to hear it later, it
    /// is sent later, or times out when that is too far away or goes on for long. Everything else
    /// fails then.
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

    /// Opens a session. From now on the client comes back by itself.
    ///
    /// - Parameters:
    ///   - after: the last event of the inbox that this device has seen, 0 for everything there
    ///     is; nil for what comes from now on.
    ///   - epoch: the one that `after` belongs to; empty if it is not known.
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

    /// How far the inbox has been put into `events`, for the owner to keep.
    ///
    /// Who must not lose an event that he has not dealt with yet keeps the `seq` of the last one
    /// that he has.
    public var position: (epoch: String, seq: UInt32) {
        let cursor = state.withLock { $0.conversation.cursor }
        return (cursor.epoch, cursor.seq)
    }

    /// Says goodbye and ends, for good. Returns when the connection is gone, which takes two
    /// seconds at most.
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
