import Glibc

/// The bytes of a client's connection whose owner polls by itself instead of having a loop: plain,
/// or the inside of TLS. It never blocks.
///
/// The socket stays its owner's. Not Sendable: used by one thread at a time.
package final class PolledStream {
    package enum Outcome: Equatable, Sendable {
        /// So many bytes, at least 1.
        case bytes(Int)
        case wouldBlock
        /// The peer has ended its stream, or it broke.
        case over
    }

    private var stream: ByteStream

    /// - Parameter number: a socket that is connected, and does not block.
    package init(_ number: Int32) { stream = ByteStream(number: number) }

    deinit { stream.endEncryption(goodbye: false) }

    /// Performs the handshake, in which the server proves its identity. From then on the stream
    /// carries TLS.
    ///
    /// - Parameter patience: how long that may take.
    /// - Throws: `TLSError` in words for an administrator.
    package func encrypt(to server: TLSServer, within patience: Duration) throws(TLSError) {
        let messagesMax = LoopLimits().postHandshakeMax
        guard stream.encrypt(.client(server), postHandshakeMax: messagesMax) else {
            throw TLSError("\(server.name) is no name that a certificate can have")
        }
        let end = ContinuousClock.now + patience
        while true {
            switch stream.handshake() {
            case .done: return
            case .lost: throw TLSError("the peer has left")
            case .failed(let reason): throw TLSError(reason)
            case .wouldBlock: break
            }
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            var place = pollfd(
                fd: stream.number, events: Int16(wantsWritable ? POLLOUT : POLLIN), revents: 0)
            guard left > 0, poll(&place, 1, Int32(min(left + 1, 86_400_000))) >= 0 || errno == EINTR
            else { throw TLSError("the peer does not answer") }
        }
    }

    /// Whether reading goes on when the socket takes bytes.
    package var wantsWritable: Bool { stream.crossing.contains(.readNeedsWritable) }

    /// Whether reading again may bring something although the socket stays silent.
    package var hasMore: Bool { stream.hasMore }

    /// Fills `buffer` with what is there.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        switch stream.read(into: buffer) {
        case .bytes(let count): .bytes(count)
        case .wouldBlock: .wouldBlock
        case .end, .failed, .flooded: .over
        }
    }

    /// Writes what the socket takes. After `.wouldBlock` the same bytes are to be offered again.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        switch stream.write(bytes) {
        case .wrote(0), .wouldBlock: .wouldBlock
        case .wrote(let count): .bytes(count)
        case .failed: .over
        }
    }
}
