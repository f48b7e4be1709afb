import HTTP
import Kernel

/// The HTTP part of a connection's life: one request after the other.
final class HTTPExchange {
    /// How far the current request has come.
    enum Stage {
        /// It is being read.
        case reading
        /// Somebody else works on it; nothing is read meanwhile.
        case working
        /// It has its answer, which the peer has not taken yet.
        case draining
    }

    var parser: RequestParser
    /// Whether a request has been answered: the next may take its time to begin.
    var isKept = false
    var stage = Stage.reading
    /// What came behind the current request; of one read, or less.
    var rest: [UInt8] = []
    /// The large body that is under way.
    var upload: Upload?
    /// The command that is worked on.
    var call: HTTPCall?
    /// Whose token the last command had, which that was, and when it was looked up.
    var speaker: (token: String, caller: Caller, at: Duration)?
    /// Whether the request that is worked on is HEAD: no body answers it.
    var isToHead = false
    /// Who pays for the picture that is being brought.
    var payer: Caller?
    /// Whether the request that is worked on is to take something away.
    var removes = false
    /// Whether another request may follow the one that is worked on.
    var keepsAlive = false

    init(limits: HTTPLimits) {
        parser = RequestParser(limits: limits)
    }
}
