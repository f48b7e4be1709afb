package import Kernel
import Observability
package import WebSocket
import Wire

/// A command that has passed the limits, on its way to where it runs.
package struct AdmittedCommand {
    let entry: CatalogEntry
    /// What to do.
    package var work: Work
    /// Where its answer goes.
    package let origin: Origin
    /// The sender; nil: not signed in.
    package let caller: Caller?
    /// The account that a visitor's command names, for its rate; nil: it names none.
    let account: String?
    let arrival: Arrival
    /// Whether a limit is used up all the same, so that the connection rests afterwards.
    var isPaced = false
}

/// Why a command is not run.
enum CommandFailure: Error {
    /// It cannot be decoded.
    case malformed(DecodingFailure)
    /// It is refused.
    ///
    /// - Parameter limit: the one that it met, for the event log.
    case refused(Refusal, Origin, limit: EventField? = nil)
}

/// What a client is sent that gets no outcome of a command.
package enum SessionFailure: Error {
    /// The error, as a message.
    case answer([UInt8])
    /// To say goodbye.
    case close(CloseCode, String)
}
