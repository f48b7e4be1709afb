internal import CZlib

/// Undoes permessage-deflate, one whole message after the other.
///
/// One serves all connections of a loop, since no message refers to the one before it: a message
/// in fragments is therefore inflated when its last has come.
///
/// - Memory: 64 KiB and about 40 KiB of zlib's; more only while a larger message is looked at.
/// - Source: RFC 7692 §7.2.2.
public final class Inflater {
    /// What a sender cuts off the end of each message.
    private static let tail: [4 of UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    // SAFETY: made and freed here only; on the heap, because zlib keeps a pointer back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output = ScratchBytes()
    private var outputCount = 0

    /// An inflater for any window that a peer may use.
    public init() {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let status = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, size)
        precondition(status == Z_OK, "zlib does not start: \(status)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// The message that `payload` was before it was compressed.
    ///
    /// - Parameter bytesMax: checked as the output grows.
    /// - Returns: bytes that are valid until the next call.
    /// - Throws: `invalidDeflate`, `inflatedTooBig`.
    /// - Complexity: at worst, a payload of nothing but block headers, 0.2 µs a byte of it.
    /// - Memory: at most `bytesMax` + 1, and as much again for a moment while it grows.
    func inflate(
        _ payload: UnsafeRawBufferPointer, bytesMax: Int
    ) throws(Violation) -> UnsafeRawBufferPointer {
        let bytesMax = min(max(0, bytesMax), Int(Int32.max) / 2)
        output.shrink()
        outputCount = 0
        inflateReset(stream)
        // A payload that is complete by itself, because its sender ended the stream or left the
        // tail in place, needs none; nor does one without bytes.
        if !payload.isEmpty, try !run(payload, bytesMax: bytesMax) {
            let tail = Self.tail
            guard
                try tail.span.withUnsafeBytes({ bytes throws(Violation) in
                    try run(bytes, bytesMax: bytesMax)
                })
            else { throw .invalidDeflate }
        }
        return output.prefix(outputCount)
    }
}

extension Inflater {
    /// Inflates all of `input`, which is not empty.
    ///
    /// - Returns: whether it ends between two blocks, and on a byte.
    private func run(
        _ input: UnsafeRawBufferPointer, bytesMax: Int
    ) throws(Violation) -> Bool {
        // SAFETY: zlib only reads its input.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        while true {
            let status = try fill(bytesMax: bytesMax)
            let isUsedUp = stream.pointee.avail_in == 0
            switch status {
            case Z_STREAM_END:
                // A block marked as the last (RFC 7692 §7.2.3.4): what follows is a stream of its
                // own.
                guard !isUsedUp else { return true }
                inflateReset(stream)
            case Z_OK, Z_BUF_ERROR:
                if isUsedUp, stream.pointee.avail_out > 0 { return isBetweenBlocks }
            default: throw .invalidDeflate
            }
        }
    }

    /// Inflates until the input or the room is used up.
    ///
    /// There is always room for one byte more than allowed, and never for two: so what is too big
    /// shows itself, and costs no more than what is not.
    private func fill(bytesMax: Int) throws(Violation) -> Int32 {
        if outputCount == output.count {
            output.reserve(min(2 * outputCount, bytesMax + 1), keeping: outputCount)
        }
        let room = output.rest(after: outputCount).prefix(bytesMax + 1 - outputCount)
        stream.pointee.next_out =
            UnsafeMutableRawBufferPointer(rebasing: room)
            .bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(clamping: room.count)
        let status = CZlib.inflate(stream, Z_SYNC_FLUSH)
        outputCount += room.count - Int(stream.pointee.avail_out)
        guard outputCount <= bytesMax else { throw .inflatedTooBig(limit: bytesMax) }
        return status
    }

    /// - Source: zlib.h, `inflate`: 128 says that a block has ended, the low bits how many bits of
    ///   the last byte are left.
    private var isBetweenBlocks: Bool { stream.pointee.data_type & 0xBF == 0x80 }
}
