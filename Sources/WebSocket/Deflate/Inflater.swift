internal import CZlib

/// Undoes permessage-deflate, one whole message after the other.
///
/// One serves all connections of a loop, since no message refers to the one before it: a message
/// in fragments is therefore inflated when its last has come.
///
/// - Memory: 71 KiB, and 46 KiB more from the first message on: 64 KiB are the output, the rest is
///   zlib's. More only while a larger message is looked at.
/// - Source: RFC 7692 §7.2.2.
public final class Inflater {
    /// The bytes that a sender cuts off the end of each message.
    private static let tail: [4 of UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    // SAFETY: made and freed here only; on the heap, because zlib keeps a pointer back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var output = ScratchBytes()
    private var outputCount = 0
    private var blockCount = 0

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
    /// - Parameter limits: checked as the output grows.
    /// - Returns: bytes that are valid until the next call, and while this lives.
    /// - Throws: `invalidDeflate`, `inflatedTooBig`, `tooManyBlocks`.
    /// - Complexity: 2 µs for 150 bytes of JSON, 5 µs for a KiB, 120 µs for 64 KiB. Of what a peer
    ///   can make up, nothing but headers of blocks costs most: 4 ms for a payload of 64 KiB with
    ///   the default limits, as for one of 144 KiB (without `tooManyBlocks`, 6 and 15 ms). A bomb
    ///   is cheap: 0.3 ms to 128 KiB, 35 ms to 16 MiB.
    /// - Memory: at most `messageBytesMax` + 1, and as much again for a moment while it grows.
    func inflate(
        _ payload: UnsafeRawBufferPointer, limits: MessageLimits
    ) throws(Violation) -> UnsafeRawBufferPointer {
        output.shrink()
        outputCount = 0
        blockCount = 0
        inflateReset(stream)
        // A payload that is complete by itself, because its sender ended the stream or left the
        // tail in place, needs none; nor does one without bytes.
        if !payload.isEmpty, try !run(payload, limits) {
            let tail = Self.tail
            guard
                try tail.span.withUnsafeBytes({ bytes throws(Violation) in
                    try run(bytes, limits)
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
        _ input: UnsafeRawBufferPointer, _ limits: MessageLimits
    ) throws(Violation) -> Bool {
        // SAFETY: zlib only reads its input.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        while true {
            let status = try fill(bytesMax: limits.inflatedBytesMax)
            let isUsedUp = stream.pointee.avail_in == 0
            switch status {
            case Z_STREAM_END:
                // A block marked as the last (RFC 7692 §7.2.3.4): what follows is a stream of its
                // own.
                guard !isUsedUp else { return true }
                inflateReset(stream)
            case Z_OK where isAfterBlock:
                try countBlock(limits)
                if isUsedUp, isOnByte { return true }
            case Z_OK, Z_BUF_ERROR:
                if isUsedUp, stream.pointee.avail_out > 0 { return false }
            default: throw .invalidDeflate
            }
        }
    }

    /// Inflates until a block ends, or the input or the room is used up.
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
        let status = CZlib.inflate(stream, Z_BLOCK)
        outputCount += room.count - Int(stream.pointee.avail_out)
        guard outputCount <= bytesMax else { throw .inflatedTooBig(limit: bytesMax) }
        return status
    }

    /// A block costs up to 4 µs before it says anything, and may be as short as ten bits.
    private func countBlock(_ limits: MessageLimits) throws(Violation) {
        blockCount += 1
        guard blockCount <= limits.blocksMax(inflated: outputCount) else { throw .tooManyBlocks }
    }

    /// - Source: zlib.h, `inflate`: 128 says that a block has just ended.
    private var isAfterBlock: Bool { stream.pointee.data_type & 0x80 != 0 }

    /// - Source: zlib.h, `inflate`: how many bits of the last byte are left.
    private var isOnByte: Bool { stream.pointee.data_type & 0x3F == 0 }
}
