/// Why there is no answer from another server.
public enum OutboundFailure: Error, Equatable, Sendable {
    /// Our own terms forbid it: the URL, its host, or the address behind it.
    case forbidden
    /// The name has no address, or nobody answers there.
    case unreachable
    /// Its certificate does not prove that it is who we wanted.
    case untrusted
    /// It took too long.
    case timedOut
    /// It said more than we want to hear.
    case tooLong
    /// The connection broke, or what came was no HTTP.
    case broken
    /// Too many requests wait already.
    case crowded
    /// We are stopping.
    case stopped

    /// Whether it may go better later.
    public var isTemporary: Bool {
        switch self {
        case .forbidden, .tooLong, .stopped: false
        case .unreachable, .untrusted, .timedOut, .broken, .crowded: true
        }
    }
}
