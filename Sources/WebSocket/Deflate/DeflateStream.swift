internal import CZlib

/// zlib's state for one size of window.
final class DeflateStream {
    /// `00 00 FF FF`: the end of a flushed stream, which is not sent.
    ///
    /// - Source: RFC 7692 §7.2.1.
    static let tailBytes = 4

    // SAFETY: made and freed here only; on the heap, because zlib keeps a pointer back to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// - Returns: nil if there is no memory for it.
    init?(windowBits: Int32, level: Int32) {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        // As much memory for the hash as for the window: 8, zlib's own choice, for one of 15.
        // All told 9 KiB for a window of 9 bits, 223 KiB for one of 15.
        let memLevel = windowBits - 7
        let status = deflateInit2_(
            stream, level, Z_DEFLATED, -windowBits, memLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            size)
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses `payload` by itself.
    ///
    /// - Returns: how many bytes of `room` it has taken, without the tail; nil if it fills `room`.
    func deflate(
        _ payload: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) -> Int? {
        guard let input = UInt32(exactly: payload.count),
            let output = UInt32(exactly: room.count)
        else { return nil }
        deflateReset(stream)
        // SAFETY: zlib only reads its input.
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: payload.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = input
        stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = output
        guard CZlib.deflate(stream, Z_SYNC_FLUSH) == Z_OK, stream.pointee.avail_out > 0 else {
            return nil
        }
        return room.count - Int(stream.pointee.avail_out) - Self.tailBytes
    }
}
