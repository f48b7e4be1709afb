import HTTPTypes
import Kernel
import Observability

/// The HTTP phase of a client's connection: its caller, and the command under way.
package final class ClientExchange: HTTPExchange {
    struct DelayedAnswer {
        let response: HTTPResponse
        let body: [UInt8]
        let isShared: Bool
        let keepsAlive: Bool
    }

    /// The command under way; nil while there is none, or its caller is not known yet.
    var call: HTTPCall?
    /// The file under way whose next piece is not read yet.
    var file: FileAnswer?
    /// The large body that is under way.
    var upload: Upload?
    /// The last command's token and its caller, and when the token was looked up.
    var speaker: (token: String, caller: Caller, at: Duration)?
    /// Who has paid for the upload, by a token of its rate; nil: it is none.
    var payer: Caller?
    /// Whether the answer to this request waits, since too much was refused.
    var delaysAnswer = false
    /// The answer, while it waits.
    var delayed: DelayedAnswer?
    /// The kind of the request.
    var kind = RequestKind.other
    /// The web page of another site that sent the request, if it may read the answer.
    var page: String?
}
