import CZlib

/// zlib by itself, with none of ours around it: the reference.
enum Zlib {
    static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    /// What a payload says to the reference.
    enum Reading: Equatable {
        case message([UInt8])
        case broken
        /// More than it was to say.
        case tooBig
    }

    /// `bytes` compressed and flushed, with the tail.
    static func deflate(
        _ bytes: [UInt8], level: Int32, windowBits: Int32, memLevel: Int32
    ) -> [UInt8] {
        withStream { stream in
            let size = Int32(MemoryLayout<z_stream>.size)
            deflateInit2_(
                stream, level, Z_DEFLATED, -windowBits, memLevel, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                size)
            defer { deflateEnd(stream) }
            var input = bytes
            var output = [UInt8](repeating: 0, count: 2 * bytes.count + 1_024)
            let left = input.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    point(stream, at: input, output)
                    _ = CZlib.deflate(stream, Z_SYNC_FLUSH)
                    return Int(stream.pointee.avail_out)
                }
            }
            return output.dropLast(left)
        }
    }

    /// Reads `payload` a byte at a time, and writes into very little room, so that all it knows of
    /// what it said is a window of so many bits.
    static func reading(_ payload: [UInt8], windowBits: Int32, bytesMax: Int) -> Reading {
        withStream { stream in
            inflateInit2_(stream, -windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            defer { inflateEnd(stream) }
            var message: [UInt8] = []
            var isWhole = payload.isEmpty
            for (index, byte) in (payload + tail).enumerated() {
                // What ended on a byte, between two blocks, needs no tail.
                if index == payload.count, isWhole { break }
                let status = take(byte, stream, &message, bytesMax)
                guard message.count <= bytesMax else { return .tooBig }
                guard status == Z_OK || status == Z_STREAM_END else { return .broken }
                isWhole = status == Z_STREAM_END || stream.pointee.data_type & 0xBF == 0x80
                if status == Z_STREAM_END { inflateReset(stream) }
            }
            return isWhole ? .message(message) : .broken
        }
    }

    /// - Returns: `Z_OK`, `Z_STREAM_END`, or why it is broken.
    private static func take(
        _ byte: UInt8, _ stream: UnsafeMutablePointer<z_stream>, _ message: inout [UInt8],
        _ bytesMax: Int
    ) -> Int32 {
        var input = [byte]
        var room = [UInt8](repeating: 0, count: 31)
        return input.withUnsafeMutableBufferPointer { input in
            room.withUnsafeMutableBufferPointer { room in
                point(stream, at: input, room)
                while true {
                    let status = inflate(stream, Z_SYNC_FLUSH)
                    message += room.dropLast(Int(stream.pointee.avail_out))
                    let mayGoOn =
                        status == Z_OK && stream.pointee.avail_out == 0
                        && message.count <= bytesMax
                    // Asked again without input, it forgets that a block has just ended.
                    let isAtEnd =
                        stream.pointee.avail_in == 0 && stream.pointee.data_type & 0x80 != 0
                    guard mayGoOn, !isAtEnd else {
                        return status == Z_BUF_ERROR ? Z_OK : status
                    }
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                }
            }
        }
    }

    private static func point(
        _ stream: UnsafeMutablePointer<z_stream>, at input: UnsafeMutableBufferPointer<UInt8>,
        _ output: UnsafeMutableBufferPointer<UInt8>
    ) {
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
    }

    private static func withStream<Result>(
        _ body: (UnsafeMutablePointer<z_stream>) -> Result
    ) -> Result {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        return body(stream)
    }
}
