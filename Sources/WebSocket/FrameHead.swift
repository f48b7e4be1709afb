/// The head of a frame: 2 to 14 bytes before the payload.
///
/// - Source: RFC 6455 §5.2.
struct FrameHead {
    let opcode: Opcode
    let isFinal: Bool
    /// Whether the message that begins here is compressed.
    let isDeflated: Bool
    /// The masking key; 0 hides nothing and stands for none.
    let key: UInt32
    let payloadCount: Int
    /// Bytes of the head itself.
    let byteCount: Int

    /// How many bytes a head has whose second byte is `second`.
    @inline(__always)
    static func byteCount(second: UInt8) -> Int {
        let keyCount = second & 0x80 == 0 ? 0 : 4
        return switch second & 0x7F {
        case 126: 4 + keyCount
        case 127: 10 + keyCount
        default: 2 + keyCount
        }
    }

    /// Reads the head that `bytes` begins with; nil if more bytes are needed.
    ///
    /// - Parameters:
    ///   - role: what we are; the peer is the other.
    ///   - deflates: whether permessage-deflate was agreed on.
    /// - Throws: every violation that a head shows by itself, from its first two bytes where
    ///   these suffice.
    @inline(__always)
    static func parse(
        _ bytes: RawSpan, as role: Role, deflates: Bool
    ) throws(Violation) -> FrameHead? {
        guard bytes.byteCount >= 2 else { return nil }
        let first = bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
        let second = bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self)
        let opcode = try check(first, second, as: role, deflates: deflates)
        let byteCount = byteCount(second: second)
        guard bytes.byteCount >= byteCount else { return nil }
        return FrameHead(
            opcode: opcode,
            isFinal: first & 0x80 != 0,
            isDeflated: first & 0x40 != 0,
            key: second & 0x80 == 0 ? 0 : bytes.number(at: byteCount - 4, as: UInt32.self),
            payloadCount: try payloadCount(bytes, second: second),
            byteCount: byteCount)
    }

    /// The head that `bytes` begins with, if it is what a server hears nearly always: that of a
    /// text or binary of at most 125 bytes that is masked, one frame, and not compressed.
    ///
    /// Of such a head `parse` has nothing to say but the same. It is asked for first, since it
    /// takes a dozen instructions, and what follows is compiled with its constants.
    ///
    /// - Returns: nil for any other head, right or wrong, and if more bytes are needed.
    @inline(__always)
    static func usual(_ bytes: RawSpan) -> FrameHead? {
        guard bytes.byteCount >= 6 else { return nil }
        let first = bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
        guard first == 0x81 || first == 0x82 else { return nil }
        let second = bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self)
        guard 0x80...0xFD ~= second else { return nil }
        return FrameHead(
            opcode: first == 0x81 ? .text : .binary,
            isFinal: true,
            isDeflated: false,
            key: bytes.number(at: 2, as: UInt32.self),
            payloadCount: Int(second & 0x7F),
            byteCount: 6)
    }

    @inline(__always)
    private static func check(
        _ first: UInt8, _ second: UInt8, as role: Role, deflates: Bool
    ) throws(Violation) -> Opcode {
        guard first & 0x70 == 0 || deflates && beginsDeflated(first) else { throw .reservedBits }
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw .unknownOpcode(first & 0x0F)
        }
        switch role {
        case .server: guard second & 0x80 != 0 else { throw .unmaskedFrame }
        case .client: guard second & 0x80 == 0 else { throw .maskedFrame }
        }
        guard opcode.isControl else { return opcode }
        guard first & 0x80 != 0 else { throw .fragmentedControl }
        guard second & 0x7F <= Opcode.controlBytesMax else { throw .longControl }
        return opcode
    }

    /// Whether RSV1 is the only reserved bit of `first`, and stands on a text or binary frame: a
    /// continuation or a control frame never carries it.
    ///
    /// - Source: RFC 7692 §6.
    private static func beginsDeflated(_ first: UInt8) -> Bool {
        first & 0x7F == 0x41 || first & 0x7F == 0x42
    }

    /// - Precondition: `bytes` holds the whole head.
    @inline(__always)
    private static func payloadCount(
        _ bytes: RawSpan, second: UInt8
    ) throws(Violation) -> Int {
        switch second & 0x7F {
        case 126:
            let count = bytes.number(at: 2, as: UInt16.self)
            guard count > 125 else { throw .lengthNotMinimal }
            return Int(count)
        case 127:
            let count = bytes.number(at: 2, as: UInt64.self)
            guard count > 65_535 else { throw .lengthNotMinimal }
            guard let count = Int(exactly: count) else { throw .lengthNegative }
            return count
        case let count:
            return Int(count)
        }
    }
}

extension FrameHead {
    /// Whether this frame may follow `message`, and still fit the limits with it.
    ///
    /// Called before anything of the payload is kept: what the peer promises costs us nothing.
    ///
    /// - Parameter message: the message that has begun and is not finished.
    /// - Source: RFC 6455 §5.4, §10.4.
    @inline(__always)
    func check(after message: PartialMessage?, within limits: MessageLimits) throws(Violation) {
        guard !opcode.isControl else { return }
        switch (opcode, message) {
        case (.continuation, nil): throw .continuationWithoutStart
        case (.text, _?), (.binary, _?): throw .messageInsideMessage
        default: break
        }
        let gathered = message?.byteCount ?? 0
        let bytesMax =
            isDeflated || message?.isDeflated == true
            ? limits.deflatedBytesMax : limits.messageBytesMax
        guard payloadCount <= bytesMax - gathered else {
            let bytes = UInt64(payloadCount) + UInt64(gathered)
            throw .messageTooBig(bytes: bytes, limit: limits.messageBytesMax)
        }
        guard message?.fragmentCount ?? 0 < limits.fragmentsMax else {
            throw .tooManyFragments(limit: limits.fragmentsMax)
        }
    }
}

extension RawSpan {
    /// The big-endian number at `offset`; the caller has seen that the span reaches that far.
    fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as type: Number.Type
    ) -> Number {
        Number(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }
}

/// The kind of a frame. The seven values that are missing are reserved and refused.
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

/// The beginning of a head whose rest has not come yet.
struct PartialHead {
    private var bytes = [14 of UInt8](repeating: 0)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Moves what the head still lacks out of `input`.
    ///
    /// - Returns: the head once it is whole; nil when `input` is used up before.
    mutating func take(
        from input: inout UnsafeMutableRawBufferPointer, as role: Role, deflates: Bool
    ) throws(Violation) -> FrameHead? {
        while count < bytes.count, let byte = input.takeFirst(1).first {
            bytes[count] = byte
            count += 1
            if let head = try parse(as: role, deflates: deflates) {
                count = 0
                return head
            }
        }
        return nil
    }

    private func parse(as role: Role, deflates: Bool) throws(Violation) -> FrameHead? {
        let bytes = bytes.span.bytes.extracting(first: count)
        return try FrameHead.parse(bytes, as: role, deflates: deflates)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Splits off the first `count` bytes, or all if there are fewer.
    @inline(__always)
    mutating func takeFirst(_ count: Int) -> UnsafeMutableRawBufferPointer {
        // SAFETY: `taken` is in 0…self.count, so both halves lie inside.
        let taken = Swift.max(0, Swift.min(count, self.count))
        let head = UnsafeMutableRawBufferPointer(rebasing: self[..<taken])
        self = UnsafeMutableRawBufferPointer(rebasing: self[taken...])
        return head
    }
}
