import CLinux
import Glibc

/// The two byte streams of one connection: the seam between the loop and the carrier, a TCP socket
/// or TLS over one. The loop depends on these outcomes only.
struct ByteStream {
    enum ReadOutcome {
        /// So many bytes, at least 1.
        case bytes(Int)
        case wouldBlock
        /// The peer has ended its stream.
        case end
        case failed(errno: Int32)
        /// More handshake messages after the TLS handshake than are allowed.
        case flooded
    }

    enum WriteOutcome {
        /// So many bytes, which may be fewer than were offered.
        case wrote(Int)
        case wouldBlock
        case failed(errno: Int32)
    }

    // SAFETY: retained by `encrypt`, released once by `finish` or `close`, which also clear it. A
    // plain pointer, because a slot must be free to copy, and all zero bits must be one.
    private var session: Unmanaged<TLSSession>?
    let number: Int32

    init(number: Int32) {
        self.number = number
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        if let session { return session._withUnsafeGuaranteedRef { $0.read(into: buffer) } }
        let count = linux_recv(number, buffer.baseAddress, UInt(buffer.count), 0)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        return Self.isPassing(errno) ? .wouldBlock : .failed(errno: errno)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
        if let session { return session._withUnsafeGuaranteedRef { $0.write(bytes) } }
        let flags = Int32(MSG_NOSIGNAL)
        let count = linux_send(number, bytes.baseAddress, UInt(bytes.count), flags)
        if count >= 0 { return .wrote(count) }
        return Self.isPassing(errno) ? .wouldBlock : .failed(errno: errno)
    }

    func write(_ bytes: RawSpan) -> WriteOutcome {
        bytes.withUnsafeBytes { write($0) }
    }

    /// Ends our direction; the peer reads what was written, and then the end of the stream. Later
    /// input is not decrypted any more.
    mutating func finish() {
        endEncryption(goodbye: true)
        _ = shutdown(number, Int32(SHUT_WR))
    }

    /// Gives the socket back to the system. What the kernel still holds is sent.
    mutating func close() {
        endEncryption(goodbye: false)
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

// MARK: - TLS

extension ByteStream {
    /// What a connection begins with.
    enum Opening {
        case byte(UInt8)
        case wouldBlock
        /// The peer has left without sending anything.
        case left
    }

    var isEncrypted: Bool { session != nil }

    /// The event that TLS waits for, where the loop would expect the other.
    var crossing: TLSSession.Crossing {
        session?._withUnsafeGuaranteedRef { $0.crossing } ?? []
    }

    /// Whether another read may return bytes although the socket stays silent.
    var hasMore: Bool { session?._withUnsafeGuaranteedRef { $0.hasMore } ?? false }

    /// From now on what is read and written is the inside of TLS.
    ///
    /// - Parameter postHandshakeMax: most handshake messages a minute after the handshake.
    /// - Returns: false when there is no memory, or the server's name cannot be checked.
    mutating func encrypt(_ role: TLSSession.Role, postHandshakeMax: Int) -> Bool {
        guard session == nil,
            let made = TLSSession(number, role, postHandshakeMax: postHandshakeMax)
        else { return false }
        session = Unmanaged.passRetained(made)
        return true
    }

    func handshake() -> TLSSession.HandshakeOutcome {
        session?._withUnsafeGuaranteedRef { $0.handshake() } ?? .done
    }

    /// Looks at the first byte, and leaves it there.
    func peekOpening() -> Opening {
        var byte: UInt8 = 0
        let count = recv(number, &byte, 1, Int32(MSG_PEEK))
        if count > 0 { return .byte(byte) }
        return count < 0 && Self.isPassing(errno) ? .wouldBlock : .left
    }

    /// Frees the memory of TLS.
    ///
    /// - Parameter goodbye: whether the peer receives a close notification, which marks the end of
    ///   our stream as intended.
    mutating func endEncryption(goodbye: Bool) {
        guard let session else { return }
        if goodbye { session._withUnsafeGuaranteedRef { $0.sayGoodbye() } }
        session.release()
        self.session = nil
    }
}
