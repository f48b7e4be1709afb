import Glibc

/// The two directions of bytes of one connection: the seam between the loop and what carries it.
///
/// Today a TCP socket. TLS takes its place here: the loop asks for nothing but these outcomes.
struct ByteStream {
    enum ReadOutcome {
        /// So many bytes, at least 1.
        case bytes(Int)
        case wouldBlock
        /// The peer has ended its stream.
        case end
        case failed(errno: Int32)
    }

    enum WriteOutcome {
        /// So many bytes, which may be fewer than were offered.
        case wrote(Int)
        case wouldBlock
        case failed(errno: Int32)
    }

    let number: Int32

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        let count = recv(number, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return Self.isPassing(errno) ? .wouldBlock : .failed(errno: errno)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        let flags = Int32(MSG_NOSIGNAL)
        let count = Glibc.send(number, bytes.baseAddress, bytes.count, flags)
        if count >= 0 { return .wrote(count) }
        return Self.isPassing(errno) ? .wouldBlock : .failed(errno: errno)
    }

    /// Ends our direction; the peer reads what was written, and then the end of the stream.
    func finish() {
        _ = shutdown(number, Int32(SHUT_WR))
    }

    /// Gives the socket back to the system. What the kernel still holds is sent.
    func close() {
        _ = Glibc.close(number)
    }

    /// Makes `close` drop what is unsent: the peer sees a reset, the kernel keeps nothing.
    func dropUnsent() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = setsockopt(number, SOL_SOCKET, SO_LINGER, &option, size)
    }

    /// The error that the socket holds, taken from it.
    func takeError() -> Int32 {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        _ = getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size)
        return error
    }

    private static func isPassing(_ error: Int32) -> Bool {
        error == EAGAIN || error == EINTR
    }
}
