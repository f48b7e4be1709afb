import CZlib

/// What other senders make of a message: zlib with their settings, and nothing of ours.
enum Zlib {
    /// `message` compressed; `flush` is what ends it, and stays in.
    static func deflate(
        _ message: [UInt8], level: Int32 = 6, windowBits: Int32 = 15, memLevel: Int32 = 8,
        strategy: Int32 = Z_DEFAULT_STRATEGY, flush: Int32 = Z_SYNC_FLUSH
    ) -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(
            stream, level, Z_DEFLATED, -windowBits, memLevel, strategy, ZLIB_VERSION, size)
        defer { deflateEnd(stream) }
        var input = message
        var output = [UInt8](repeating: 0, count: 2 * message.count + 1_024)
        let rest = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                _ = CZlib.deflate(stream, flush)
                return Int(stream.pointee.avail_out)
            }
        }
        return output.dropLast(rest)
    }

    /// `message` as a sender of RFC 7692 §7.2.1 writes it.
    static func payload(
        _ message: [UInt8], level: Int32 = 6, windowBits: Int32 = 15, memLevel: Int32 = 8,
        strategy: Int32 = Z_DEFAULT_STRATEGY
    ) -> [UInt8] {
        deflate(
            message, level: level, windowBits: windowBits, memLevel: memLevel, strategy: strategy
        ).dropLast(4)
    }

    /// What `payload` says within a window of so many bits; nil if it is broken, or reaches
    /// further back.
    static func message(of payload: [UInt8], windowBits: Int32) -> [UInt8]? {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        defer { stream.deallocate() }
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        inflateInit2_(stream, -windowBits, ZLIB_VERSION, size)
        defer { inflateEnd(stream) }
        var input = payload + [0x00, 0x00, 0xFF, 0xFF]
        return input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            return message(of: stream)
        }
    }

    /// Through a small buffer, so that only the window holds earlier output.
    private static func message(of stream: UnsafeMutablePointer<z_stream>) -> [UInt8]? {
        var message: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        repeat {
            let (status, count) = buffer.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let status = inflate(stream, Z_SYNC_FLUSH)
                return (status, output.count - Int(stream.pointee.avail_out))
            }
            message += buffer.prefix(count)
            guard status == Z_OK || status == Z_BUF_ERROR else { return nil }
        } while stream.pointee.avail_out == 0 || stream.pointee.avail_in > 0
        return message
    }
}
