package import WebSocket
package import Wire

/// What a client and its server say to one another over any number of connections, without I/O.
///
/// It is told what happened and when; what is to be done about it waits in `takeActions()`, in
/// order. `wakeAt` says when it wants to hear `tick` at the latest. It knows no clock, no socket
/// and no thread, so a test plays a day of reconnecting in a millisecond.
///
/// `Waiter` is what an answer is handed to: a continuation in a client, a name in a test.
package struct Conversation<Waiter: Sendable>: Sendable {
    /// What came of something that was asked for; a connection comes about with `.done`.
    package typealias Answer = Result<ServerMessage.OneOf_Body, ClientError>

    /// Where the conversation stands.
    package enum Phase: Equatable, Sendable {
        /// No connection, and none comes by itself.
        case idle
        /// The transport is to report `opened` before `until`.
        case opening(until: Duration)
        /// The socket is up; nobody has signed in.
        case anonymous
        /// The socket is up again; our `sessionOpen` is on its way.
        case resuming
        /// The socket is up and the inbox flows.
        case signedIn
        /// The next attempt begins at `until`.
        case waiting(until: Duration)
        /// The owner has closed; the transport says goodbye.
        case closing
        /// Over for good.
        case closed
    }

    let options: ClientOptions
    package internal(set) var phase = Phase.idle
    /// What to resume with; nil while nobody has signed in.
    var credentials: Credentials?
    /// How far the inbox has been handed out.
    var cursor = InboxCursor()
    var calls = CallTable<Waiter>()
    var heartbeat = Heartbeat()
    var receipts = Receipts()
    var farewell = Farewell()
    /// What the server told of its limits; nil before the first session.
    var limits: SessionLimits?
    /// Attempts since the last connection that lasted.
    var attempts = 0
    /// When the socket came up.
    var upSince = Duration.zero
    /// Who waits for a connection.
    var connecters: [Waiter] = []
    /// Who waits for the end of it.
    var closers: [Waiter] = []
    var actions: [Action<Waiter>] = []

    /// A conversation that has not begun.
    package init(options: ClientOptions) {
        self.options = options
    }

    /// What is to be done now, oldest first; each is handed out once.
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

/// What a conversation wants done.
package enum Action<Waiter: Sendable>: Sendable {
    /// Begin a connection.
    case open
    /// Send one message.
    case send([UInt8])
    /// Ask the server for a sign of life.
    case ping
    /// Say goodbye with this code, and end the connection.
    case close(CloseCode, reason: String)
    /// End the connection at once.
    case abort
    /// Hand an event to the owner.
    case tell(ClientEvent)
    /// Hand an answer to the one who waits for it.
    case answer(Waiter, Result<ServerMessage.OneOf_Body, ClientError>)
    /// No more events will come.
    case finish
}

/// What a session is opened with, again after each reconnect.
struct Credentials: Equatable, Sendable {
    let token: String
}

/// What the server said about the end of this connection before it came.
struct Farewell: Sendable {
    /// The code that it announced, should the close frame get lost.
    private(set) var code: CloseCode?
    private var reason = ""
    /// How long it asked us to stay away, at least.
    var retryAfter = Duration.zero

    /// Takes note of the server's goodbye.
    mutating func heard(_ bye: Bye) {
        code = UInt16(exactly: bye.code).map { CloseCode(rawValue: $0) }
        reason = bye.reason
        retryAfter = Duration(clamping: bye.retryAfter)
    }

    /// How the connection really ended: a goodbye says more than a broken socket.
    func explains(_ ending: Ending) -> Ending {
        guard case .lost = ending, let code else { return ending }
        return .closed(code, reason: reason)
    }
}

/// Notices a server that has gone without a word: a cable pulled, a laptop that slept.
struct Heartbeat: Equatable, Sendable {
    /// What is to be done now.
    enum Verdict: Equatable, Sendable {
        case wait, ping, giveUp
    }

    private enum Stage: Equatable, Sendable {
        case listening
        case pinged
    }

    /// So much silence makes us ask.
    static let silenceMax = Duration.seconds(60)
    /// How long the answer may take.
    static let patience = Duration.seconds(10)

    private var stage = Stage.listening
    private(set) var dueAt = Duration.zero

    /// Anything came.
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

/// How far a device has come in its user's inbox, whose events are numbered 1, 2, 3 ….
struct InboxCursor: Equatable, Sendable {
    /// What an event turned out to be.
    enum Verdict: Equatable, Sendable {
        /// The next one: it counts as seen from now on.
        case next
        /// Seen before: the server repeats what it is not sure we got.
        case seen
        /// Something before it is missing.
        case gap
    }

    /// The numbering that `seq` belongs to; empty before the first session.
    var epoch = ""
    /// The last event that was seen.
    var seq: UInt32 = 0

    /// Takes note of the event `seq`.
    mutating func advance(to seq: UInt32) -> Verdict {
        guard seq > self.seq else { return .seen }
        guard seq - self.seq == 1 else { return .gap }
        self.seq = seq
        return .next
    }
}

/// When the server is told what this device has of its inbox: the other side of a room reads
/// from it that a message has arrived.
///
/// Not for each event: a moment gathers what comes together, and it is cumulative.
struct Receipts: Equatable, Sendable {
    /// How long an event waits for others.
    static let delay = Duration.milliseconds(500)

    private var told: UInt32 = 0
    private var seen: UInt32 = 0
    /// When to tell; nil when everything is told.
    private(set) var dueAt: Duration?

    /// A session begins behind `seq`, which the server gave us.
    mutating func begin(at seq: UInt32) {
        (told, seen, dueAt) = (seq, seq, nil)
    }

    /// A session resumes where the last one broke off; events that were on their way come again.
    mutating func goOn(at now: Duration) {
        dueAt = seen > told ? now + Self.delay : nil
    }

    /// The server knows of everything up to `seq`.
    mutating func arrived(_ seq: UInt32) {
        told = max(told, seq)
    }

    /// The event `seq` was taken.
    mutating func took(_ seq: UInt32, at now: Duration) {
        seen = seq
        dueAt = dueAt ?? now + Self.delay
    }

    /// What to tell now, once; nil while there is time.
    mutating func due(at now: Duration) -> UInt32? {
        guard let due = dueAt, due <= now else { return nil }
        dueAt = nil
        return seen
    }
}
