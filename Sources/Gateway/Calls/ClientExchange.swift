import HTTPTypes
import Kernel
import Observability

/// The HTTP part of a client's connection: who asks, and what is worked on.
package final class ClientExchange: HTTPExchange {
    struct DelayedAnswer {
        let response: HTTPResponse
        let body: [UInt8]
        let isShared: Bool
        let keepsAlive: Bool
    }

    /// The command that is worked on; nil while none is, or it is not known yet who asks.
    var call: HTTPCall?
    /// The large body that is under way.
    var upload: Upload?
    /// Whose token the last command had, which that was, and when it was looked up.
    var speaker: (token: String, caller: Caller, at: Duration)?
    /// Who has paid for the upload, by a token of its rate; nil: it is none.
    var payer: Caller?
    /// Whether the answer to this request waits, since too much was refused.
    var delaysAnswer = false
    /// The answer, while it waits.
    var delayed: DelayedAnswer?
    /// What the request is for.
    var kind = RequestKind.other
    /// The web page of another site that sent the request, if it may read the answer.
    var page: String?
}
