import WebSocket

/// An event with bytes of its own, to be kept and compared.
enum Said: Equatable {
    case message(Opcode, [UInt8])
    case close(CloseCode?, [UInt8])
    case violation(Violation)

    init(_ event: Event) {
        self =
            switch event {
            case .text(let bytes): .message(.text, Array(bytes))
            case .binary(let bytes): .message(.binary, Array(bytes))
            case .ping(let bytes): .message(.ping, Array(bytes))
            case .pong(let bytes): .message(.pong, Array(bytes))
            case .close(let code, let reason): .close(code, Array(reason))
            case .violation(let violation): .violation(violation)
            }
    }

    /// Whether the endpoint reads nothing after it.
    var isLast: Bool {
        if case .message = self { false } else { true }
    }
}
