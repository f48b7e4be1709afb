package import WebSocket
package import Wire

/// The protocol between a client and its server over any number of connections, without I/O.
///
/// Its methods take what happened and when; the resulting actions wait in `takeActions()`, in
/// order. `wakeAt` is the latest time for the next `tick`. It knows no clock, no socket and no
/// thread, so a test plays a day of reconnecting in a millisecond.
///
/// `Waiter` identifies the caller of a request: a continuation in a client, a name in a test.
package struct Conversation<Waiter: Sendable>: Sendable {
    /// The outcome of a request; a successful connection is `.done`.
    package typealias Answer = Result<ServerMessage.OneOf_Body, ClientError>

    /// The state of the conversation.
    package enum Phase: Equatable, Sendable {
        /// There is no connection, and none is attempted.
        case idle
        /// The transport is to report `opened` before `until`.
        case opening(until: Duration)
        /// The socket is up, without a session.
        case anonymous
        /// The socket is up again; our `sessionOpen` is under way.
        case resuming
        /// The socket is up, with a session.
        case signedIn
        /// The next attempt begins at `until`.
        case waiting(until: Duration)
        /// The owner has closed it; the transport sends a close frame.
        case closing
        /// Over for good.
        case closed
    }

    let options: ClientOptions
    package internal(set) var phase = Phase.idle
    /// What a session resumes with; nil before the first sign-in.
    var credentials: Credentials?
    /// The position up to which the inbox has been handed out.
    var cursor = InboxCursor()
    var calls = CallTable<Waiter>()
    var heartbeat = Heartbeat()
    var receipts = Receipts()
    var farewell = Farewell()
    /// The limits that the server announced; nil before the first session.
    var limits: SessionLimits?
    /// Attempts since the last connection that lasted.
    var attempts = 0
    /// When the socket came up.
    var upSince = Duration.zero
    /// The callers that wait for a connection.
    var connecters: [Waiter] = []
    /// The callers that wait for its end.
    var closers: [Waiter] = []
    var actions: [Action<Waiter>] = []

    /// A conversation that has not begun.
    package init(options: ClientOptions) {
        self.options = options
    }

    /// The actions due now, oldest first; each is handed out once.
    package mutating func takeActions() -> [Action<Waiter>] {
        defer { actions.removeAll() }
        return actions
    }

    var isUp: Bool {
        switch phase {
        case .anonymous, .resuming, .signedIn: true
        case .idle, .opening, .waiting, .closing, .closed: false
        }
    }
}

extension Conversation {
    mutating func answer(_ waiter: Waiter, _ answer: Answer) {
        actions.append(.answer(waiter, answer))
    }

    mutating func tell(_ event: ClientEvent) {
        actions.append(.tell(event))
    }

    mutating func answerConnecters(_ answer: Answer) {
        for waiter in connecters { self.answer(waiter, answer) }
        connecters.removeAll()
    }
}

/// What a conversation asks of its owner.
package enum Action<Waiter: Sendable>: Sendable {
    /// Begin a connection.
    case open
    /// Send one message.
    case send([UInt8])
    /// Ask the server for a sign of life.
    case ping
    /// Close the connection with this code.
    case close(CloseCode, reason: String)
    /// End the connection at once.
    case abort
    /// Hand an event to the owner.
    case tell(ClientEvent)
    /// Hand a reply to its waiting caller.
    case answer(Waiter, Result<ServerMessage.OneOf_Body, ClientError>)
    /// No more events will come.
    case finish
}

/// What a session is opened with, again after each reconnect.
struct Credentials: Equatable, Sendable {
    let token: String
}

/// What the server announced about the end of this connection.
struct Farewell: Sendable {
    /// The announced close code, in case the close frame gets lost.
    private(set) var code: CloseCode?
    private var reason = ""
    /// The least time that the server asked us to stay away.
    var retryAfter = Duration.zero

    /// Records the server's announcement.
    mutating func heard(_ bye: Bye) {
        code = UInt16(exactly: bye.code).map { CloseCode(rawValue: $0) }
        reason = bye.reason
        retryAfter = Duration(clamping: bye.retryAfter)
    }

    /// How the connection really ended: the announcement says more than a broken socket.
    func explains(_ ending: Ending) -> Ending {
        guard case .lost = ending, let code else { return ending }
        return .closed(code, reason: reason)
    }
}

/// Detects a server that has vanished silently: a cable pulled, a laptop that slept.
struct Heartbeat: Equatable, Sendable {
    /// The action due now.
    enum Verdict: Equatable, Sendable {
        case wait, ping, giveUp
    }

    private enum Stage: Equatable, Sendable {
        case listening
        case pinged
    }

    /// After this much silence the client pings.
    static let silenceMax = Duration.seconds(60)
    /// How long the pong may take.
    static let patience = Duration.seconds(10)

    private var stage = Stage.listening
    private(set) var dueAt = Duration.zero

    /// Input of any kind has arrived.
    mutating func heard(at now: Duration) {
        stage = .listening
        dueAt = now + Self.silenceMax
    }

    /// Time has passed.
    mutating func tick(at now: Duration) -> Verdict {
        guard now >= dueAt else { return .wait }
        switch stage {
        case .listening:
            stage = .pinged
            dueAt = now + Self.patience
            return .ping
        case .pinged: return .giveUp
        }
    }
}

/// The position of a device in its user's inbox, whose events are numbered 1, 2, 3 ….
struct InboxCursor: Equatable, Sendable {
    /// How an event relates to the position.
    enum Verdict: Equatable, Sendable {
        /// The next one: it counts as seen from now on.
        case next
        /// Seen before: the server repeats events that we may not have received.
        case seen
        /// Something before it is missing.
        case gap
    }

    /// The numbering that `seq` belongs to; empty before the first session.
    var epoch = ""
    /// The last event seen.
    var seq: UInt32 = 0

    /// Moves to the event `seq`.
    mutating func advance(to seq: UInt32) -> Verdict {
        guard seq > self.seq else { return .seen }
        guard seq - self.seq == 1 else { return .gap }
        self.seq = seq
        return .next
    }
}

/// When to acknowledge the events that this device has: the other side of a room sees from it that
/// a message has arrived.
///
/// An acknowledgement is cumulative, so it waits a moment and covers several events.
struct Receipts: Equatable, Sendable {
    /// How long an event waits for others.
    static let delay = Duration.milliseconds(500)

    private var told: UInt32 = 0
    private var seen: UInt32 = 0
    /// When to acknowledge; nil when everything is acknowledged.
    private(set) var dueAt: Duration?

    /// A session begins behind `seq`, which the server named.
    mutating func begin(at seq: UInt32) {
        (told, seen, dueAt) = (seq, seq, nil)
    }

    /// A session resumes where the last one broke off; events under way arrive again.
    mutating func goOn(at now: Duration) {
        dueAt = seen > told ? now + Self.delay : nil
    }

    /// The server has our acknowledgement up to `seq`.
    mutating func arrived(_ seq: UInt32) {
        told = max(told, seq)
    }

    /// The owner took the event `seq`.
    mutating func took(_ seq: UInt32, at now: Duration) {
        seen = seq
        dueAt = dueAt ?? now + Self.delay
    }

    /// The event to acknowledge now, once; nil when it is too early.
    mutating func due(at now: Duration) -> UInt32? {
        guard let due = dueAt, due <= now else { return nil }
        dueAt = nil
        return seen
    }
}
