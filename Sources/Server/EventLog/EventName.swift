/// What can be written to the event log. The catalogue in docs/EVENTS.md is made from this.
///
/// Names are for machines: they are never reused and never change their meaning.
public enum EventName: String, CaseIterable, Sendable {
    /// The settings were read.
    case configLoaded = "config.loaded"
    /// The daemon accepts connections.
    case serverStarted = "server.started"
    /// The daemon was asked to stop.
    case serverStopping = "server.stopping"
    /// The daemon has stopped.
    case serverStopped = "server.stopped"
    /// A client connected.
    case connectionOpened = "conn.opened"
    /// A connection is gone.
    case connectionClosed = "conn.closed"
    /// Accepting is paused.
    case acceptPaused = "accept.paused"
    /// Accepting goes on.
    case acceptResumed = "accept.resumed"
    /// An HTTP request was refused.
    case httpRefused = "http.refused"
    /// A peer broke the WebSocket protocol.
    case webSocketViolation = "ws.violation"
    /// A peer did not read what it was sent.
    case outboxOverflow = "outbox.overflow"
    /// A device signed in.
    case sessionOpened = "session.opened"
    /// A session ended.
    case sessionClosed = "session.closed"
    /// Somebody made an account.
    case accountRegistered = "account.registered"
    /// Somebody logged in by password.
    case accountLogin = "account.login"
    /// A login was refused.
    case accountLoginFailed = "account.login_failed"
    /// A command was answered by a refusal.
    case commandRefused = "command.refused"
    /// A command failed for a fault of ours.
    case commandFailed = "command.failed"
    /// A commit took long.
    case storeCommitSlow = "store.commit_slow"
    /// The store failed.
    case storeFault = "store.fault"
    /// Events were lost.
    case logDropped = "log.dropped"
}

extension EventName {
    /// How much it matters.
    public var level: EventLevel {
        switch self {
        case .connectionOpened, .connectionClosed, .commandRefused: .debug
        case .configLoaded, .serverStarted, .serverStopping, .serverStopped, .acceptResumed,
            .sessionOpened, .sessionClosed, .accountRegistered, .accountLogin:
            .info
        case .httpRefused, .webSocketViolation, .outboxOverflow, .accountLoginFailed,
            .acceptPaused, .storeCommitSlow, .logDropped:
            .warn
        case .commandFailed, .storeFault: .error
        }
    }
}
