public import Wire

/// Why something that was asked of a client did not come about.
public enum ClientError: Error, Equatable, Sendable {
    /// The server understood the command and said no.
    case refused(CommandError)
    /// No connection could be made; the text says why, for a person.
    case unreachable(String)
    /// There is no connection, or it ended before the answer came: whether the command took effect
    /// is unknown. The text says why, for a person.
    case disconnected(String)
    /// The answer did not come in time: whether the command took effect is unknown.
    case timedOut
    /// The server's answer is not one to this command, or not one that this client knows.
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
