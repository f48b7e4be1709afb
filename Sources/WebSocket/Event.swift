/// An event from the peer.
///
/// The pointers lie in the input, in the endpoint where the message came in pieces, or in the
/// inflater where it came compressed. They are valid until the next call of
/// `Endpoint.next(_:limits:inflater:)` with the same endpoint or inflater, and while the input is.
public enum Event {
    /// A whole text message; it is UTF-8.
    case text(UnsafeRawBufferPointer)
    /// A whole binary message.
    case binary(UnsafeRawBufferPointer)
    /// The peer asks whether we live: answer with a pong of the same bytes.
    case ping(UnsafeRawBufferPointer)
    /// An answer to our ping, or an unasked sign of life.
    case pong(UnsafeRawBufferPointer)
    /// The peer's last frame; its code may be one that is sent, its reason is UTF-8.
    case close(CloseCode?, reason: UnsafeRawBufferPointer)
    /// The peer broke the protocol. Nothing it says is read from here on.
    case violation(Violation)
}

extension Event {
    /// The event of a frame that is a message, or a control frame, by itself.
    @inline(__always)
    static func frame(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer
    ) throws(Violation) -> Event {
        switch opcode {
        case .text:
            guard UTF8Check.isWhole(payload) else { throw .invalidText }
            return .text(payload)
        case .binary: return .binary(payload)
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        case .close: return try close(payload)
        case .continuation: throw .continuationWithoutStart
        }
    }

    /// The event of a message that came compressed.
    ///
    /// - Source: RFC 7692 §6.2.
    @inline(never)
    static func deflated(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, limits: MessageLimits,
        inflater: Inflater?
    ) throws(Violation) -> Event {
        guard let inflater else { throw .reservedBits }
        return try frame(opcode, inflater.inflate(payload, limits: limits))
    }

    /// - Source: RFC 6455 §5.5.1: nothing, or a code of two bytes and a reason in UTF-8.
    @inline(never)
    private static func close(_ payload: UnsafeRawBufferPointer) throws(Violation) -> Event {
        guard !payload.isEmpty else { return .close(nil, reason: payload) }
        guard payload.count >= 2 else { throw .halfCloseCode }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.mayBeReceived else { throw .invalidCloseCode(code.rawValue) }
        let reason = UnsafeRawBufferPointer(rebasing: payload[2...])
        guard UTF8Check.isWhole(reason) else { throw .invalidCloseReason }
        return .close(code, reason: reason)
    }
}
