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
