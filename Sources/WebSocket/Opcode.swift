/// What a frame is. The seven values that are missing are reserved and refused.
///
/// - Source: RFC 6455 §5.2, §11.8.
public enum Opcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Whether frames of this kind may come between the fragments of a message.
    ///
    /// - Source: RFC 6455 §5.5.
    @inlinable public var isControl: Bool { rawValue & 0x8 != 0 }

    /// Most payload bytes of a control frame.
    ///
    /// - Source: RFC 6455 §5.5.
    @inlinable static var controlBytesMax: Int { 125 }
}
