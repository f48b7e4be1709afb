import SwiftProtobuf
import WebSocket
import Wire

@testable import Client

/// What a conversation wants done, in a form that can be compared and read.
enum Said: Equatable {
    case opens
    case sends(UInt32, ClientMessage.OneOf_Command?)
    case pings
    case closes(CloseCode)
    case aborts
    case tells(ClientEvent)
    case answers(String, Result<ServerMessage.OneOf_Body, ClientError>)
    case finishes

    init(_ action: Action<String>) {
        switch action {
        case .open: self = .opens
        case .send(let bytes):
            let message = try? ClientMessage(jsonUTF8Bytes: bytes)
            self = .sends(message?.id ?? 0, message?.command)
        case .ping: self = .pings
        case .close(let code, _): self = .closes(code)
        case .abort: self = .aborts
        case .tell(let event): self = .tells(event)
        case .answer(let waiter, let answer): self = .answers(waiter, answer)
        case .finish: self = .finishes
        }
    }

    /// The wait that a `disconnected` announces.
    var retryIn: Duration? {
        if case .tells(.disconnected(_, let wait)) = self { wait } else { nil }
    }

    /// The seq of an event that was handed to the owner.
    var inboxSeq: UInt32? {
        if case .tells(.inbox(let seq, _, _)) = self { seq } else { nil }
    }

    /// The reason of a disconnection, as the client's owner receives it.
    var lostReason: String? {
        if case .tells(.disconnected(let reason, _)) = self { reason } else { nil }
    }
}
