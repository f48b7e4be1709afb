import Metering

extension EventLoop {
    /// Asks the handler about one who has just connected.
    func meet(_ stream: ByteStream, _ peer: SocketAddress, _ security: ListenerSecurity) {
        switch handler.admission(of: peer, as: slots.next, on: self) {
        case .admitted: adopt(stream, peer, security)
        case .admittedProxy: adopt(stream, peer, security, isProxy: true)
        case .refused(let words): turnAway(stream, saying: words, security)
        }
    }

    /// Closes at once: a crowd that is turned away must not fill the places of those who are not.
    private func turnAway(
        _ stream: ByteStream, saying words: [UInt8], _ security: ListenerSecurity
    ) {
        var stream = stream
        if speaksPlain(stream, security) {
            // It fits, since nothing was written yet.
            _ = words.withUnsafeBytes { stream.write($0) }
            stream.finish()
            // What lies there unread would make the end a reset, which may overtake the words.
            _ = stream.read(into: readBuffer.bytes)
        } else {
            stream.dropUnsent()
        }
        stream.close()
    }

    /// Whether the peer would understand what is said in plain, as far as that is known by now.
    private func speaksPlain(_ stream: ByteStream, _ security: ListenerSecurity) -> Bool {
        switch security {
        case .plain: return true
        case .tls: return false
        case .either:
            guard case .byte(let first) = stream.peekOpening() else { return false }
            return first != Self.handshakeRecord
        }
    }
}
