/// How the peer broke the protocol or a limit: the reason we fail the connection.
///
/// Plain figures and no text, so that an `Event` never touches a reference count.
///
/// - Source: RFC 6455 §7.1.7.
public enum Violation: Error, Equatable, Sendable {
    /// A reserved bit without an extension that defines it (§5.2).
    case reservedBits
    /// An opcode of 3…7 or 11…15 (§5.2).
    case unknownOpcode(UInt8)
    /// A client must mask (§5.1).
    case unmaskedFrame
    /// A server must not mask (§5.1).
    case maskedFrame
    /// A control frame must be one frame (§5.5).
    case fragmentedControl
    /// A control frame has at most 125 bytes (§5.5).
    case longControl
    /// The length was written in more bytes than it needs (§5.2).
    case lengthNotMinimal
    /// A 64-bit length with its highest bit set (§5.2).
    case lengthNegative
    /// A continuation with nothing to continue (§5.4).
    case continuationWithoutStart
    /// A new message inside one that is not finished (§5.4).
    case messageInsideMessage
    /// A compressed message that is not DEFLATE, or not all of it (RFC 7692 §7.2.2).
    case invalidDeflate
    /// Text that is not UTF-8 (§8.1).
    case invalidText
    /// A close frame with half a code (§5.5.1).
    case halfCloseCode
    /// A close code that may not be sent (§7.4).
    case invalidCloseCode(UInt16)
    /// A close reason that is not UTF-8 (§5.5.1).
    case invalidCloseReason
    /// The message would have this many bytes: more than the limit (§10.4).
    case messageTooBig(bytes: UInt64, limit: Int)
    /// A compressed message that inflates to more than the limit; how much more is not looked at.
    case inflatedTooBig(limit: Int)
    /// A compressed message that is cut into far more blocks than any compressor makes: they cost
    /// us time for no bytes.
    case tooManyBlocks
    /// More frames in one message than the limit (§10.4).
    case tooManyFragments(limit: Int)
}

extension Violation {
    /// The code to close with.
    ///
    /// - Source: RFC 6455 §7.4.1.
    public var code: CloseCode {
        switch self {
        case .invalidText, .invalidCloseReason, .invalidDeflate: .invalidPayload
        case .messageTooBig, .inflatedTooBig, .tooManyBlocks, .tooManyFragments: .messageTooBig
        default: .protocolError
        }
    }

    /// One phrase for the close frame and the event log; nothing of the peer's text is in it.
    public var reason: String {
        switch self {
        case .reservedBits: "reserved bit set"
        case .unknownOpcode(let opcode): "unknown opcode \(opcode)"
        case .unmaskedFrame: "unmasked client frame"
        case .maskedFrame: "masked server frame"
        case .fragmentedControl: "fragmented control frame"
        case .longControl: "control frame over 125 bytes"
        case .lengthNotMinimal: "length not minimal"
        case .lengthNegative: "length over 63 bits"
        case .continuationWithoutStart: "continuation of nothing"
        case .messageInsideMessage: "new message before the last was finished"
        case .invalidDeflate: "compressed message is broken"
        case .invalidText: "text is not UTF-8"
        case .halfCloseCode: "close code of one byte"
        case .invalidCloseCode(let code): "close code \(code) may not be sent"
        case .invalidCloseReason: "close reason is not UTF-8"
        case .messageTooBig(let bytes, let limit): "message of \(bytes) bytes, limit \(limit)"
        case .inflatedTooBig(let limit): "message inflates to over \(limit) bytes"
        case .tooManyBlocks: "compressed message of too many blocks"
        case .tooManyFragments(let limit): "message of more than \(limit) fragments"
        }
    }
}
