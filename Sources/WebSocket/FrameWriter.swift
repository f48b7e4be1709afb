/// Framing of what we send: every message is one frame.
///
/// - Source: RFC 6455 §5.2.
public enum FrameWriter {
    /// Appends one whole frame to `output`.
    ///
    /// - Parameters:
    ///   - payload: at most 125 bytes if `opcode` is that of a control frame.
    ///   - isDeflated: whether `payload` came out of a `Deflater`; only of a text or a binary, and
    ///     only where permessage-deflate was agreed on (RFC 7692 §6).
    ///   - mask: nil from a server; from a client an unpredictable number, new for each frame
    ///     (§5.3, §10.3).
    @inlinable
    public static func append(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isDeflated: Bool = false,
        mask: UInt32?, to output: inout [UInt8]
    ) {
        precondition(!opcode.isControl || !isDeflated, "control frame compressed")
        precondition(
            !opcode.isControl || payload.count <= Opcode.controlBytesMax,
            "control frame over 125 bytes")
        let first = (isDeflated ? 0xC0 : 0x80) | opcode.rawValue
        guard mask == nil, payload.count <= 125 else {
            return appendLarge(first, payload, mask: mask, to: &output)
        }
        // Room is made once: two appends to the array took 250 instructions for 64 bytes.
        output.append(addingCapacity: 2 + payload.count) { frame in
            frame.withUnsafeMutableBufferPointer { bytes, count in
                let bytes = UnsafeMutableRawBufferPointer(bytes)
                bytes[0] = first
                bytes[1] = UInt8(truncatingIfNeeded: payload.count)
                UnsafeMutableRawBufferPointer(rebasing: bytes[2...]).copyMemory(from: payload)
                count = bytes.count
            }
        }
    }

    @usableFromInline
    static func appendLarge(
        _ first: UInt8, _ payload: UnsafeRawBufferPointer, mask: UInt32?, to output: inout [UInt8]
    ) {
        let headCount = headerSize(forPayload: payload.count, masked: mask != nil)
        output.append(addingCapacity: headCount + payload.count) { frame in
            frame.append(first)
            appendRestOfHead(payloadCount: payload.count, mask: mask, to: &frame)
            append(payload, to: &frame)
        }
        guard let mask else { return }
        output.withUnsafeMutableBytes { bytes in
            let own = UnsafeMutableRawBufferPointer(rebasing: bytes.suffix(payload.count))
            Masking.apply(mask, to: own)
        }
    }

    /// Appends a close frame to `output`.
    ///
    /// - Parameters:
    ///   - code: left out, and the reason with it, if it is nil or may not be sent: so a code
    ///     of the peer's can be echoed unseen.
    ///   - reason: cut to 123 bytes at the end of a character.
    /// - Source: RFC 6455 §5.5.1.
    public static func appendClose(
        _ code: CloseCode?, reason: String = "", mask: UInt32?, to output: inout [UInt8]
    ) {
        var payload: [UInt8] = []
        if let code, code.maySend {
            payload += [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
            payload += prefix(of: reason, bytesMax: Opcode.controlBytesMax - 2)
        }
        payload.withUnsafeBytes { append(.close, $0, mask: mask, to: &output) }
    }

    /// Bytes before a payload of `count` bytes.
    public static func headerSize(forPayload count: Int, masked: Bool) -> Int {
        let keyCount = masked ? 4 : 0
        return switch count {
        case ...125: 2 + keyCount
        case ...65_535: 4 + keyCount
        default: 10 + keyCount
        }
    }
}

extension FrameWriter {
    /// What follows the first byte, up to the payload.
    private static func appendRestOfHead(
        payloadCount: Int, mask: UInt32?, to frame: inout OutputSpan<UInt8>
    ) {
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        switch payloadCount {
        case ...125: frame.append(maskBit | UInt8(truncatingIfNeeded: payloadCount))
        case ...65_535:
            frame.append(maskBit | 126)
            append(UInt16(truncatingIfNeeded: payloadCount), to: &frame)
        default:
            frame.append(maskBit | 127)
            append(UInt64(payloadCount), to: &frame)
        }
        if let mask { append(mask, to: &frame) }
    }

    private static func append<Number: FixedWidthInteger>(
        _ number: Number, to frame: inout OutputSpan<UInt8>
    ) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            frame.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    @inline(__always)
    private static func append(
        _ payload: UnsafeRawBufferPointer, to frame: inout OutputSpan<UInt8>
    ) {
        frame.withUnsafeMutableBufferPointer { bytes, count in
            // SAFETY: the slice traps where the capacity does not reach; it is filled whole.
            let end = count + payload.count
            UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(bytes)[count..<end]
            )
            .copyMemory(from: payload)
            count = end
        }
    }

    /// The longest beginning of `text` that has at most `bytesMax` bytes and ends between two
    /// characters (Unicode scalars: a visible character may be longer than any limit).
    private static func prefix(of text: String, bytesMax: Int) -> Substring.UTF8View {
        var kept = text.unicodeScalars.startIndex
        var byteCount = 0
        for index in text.unicodeScalars.indices {
            byteCount += UTF8.width(text.unicodeScalars[index])
            guard byteCount <= bytesMax else { break }
            kept = text.unicodeScalars.index(after: index)
        }
        return text[..<kept].utf8
    }
}
