import Glibc
import Metering

extension EventLoop {
    /// Begins to connect; `opened`, or `closed` with `.failed` or `.insecure`, follows.
    ///
    /// A deadline may be set at once, and bounds the attempt.
    ///
    /// - Parameter server: speaks TLS, and is to prove that it is the one named here; nil for
    ///   plain TCP.
    /// - Returns: `nil` when the loop is full or stopping, when the process has no descriptor left,
    ///   or when the server's name is empty or holds a NUL: no certificate could be checked for it.
    public func connect(
        to address: SocketAddress, tls server: TLSServer? = nil
    ) -> ConnectionID? {
        guard connectionCount < limits.connectionsMax else { return nil }
        guard lifecycle == .running else { return nil }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(address.systemFamily, kind, 0)
        guard number >= 0 else { return nil }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        var stream = ByteStream(number: number)
        if let server, !stream.encrypt(.client(server), postHandshakeMax: limits.postHandshakeMax) {
            stream.close()
            return nil
        }
        return connect(stream, to: address)
    }

    private func connect(_ stream: ByteStream, to address: SocketAddress) -> ConnectionID? {
        let index = slots.insert(stream, .connecting)
        guard poller.add(stream.number, token: slots.token(at: index), .writable) else {
            slots[index].stream.close()
            slots.remove(index)
            return nil
        }
        slots[index].interest = .writable
        slots[index].debts.insert(.closure)
        meter.connections.add()
        let status = address.withSystemAddress { Glibc.connect(stream.number, $0, $1) }
        if status != 0, errno != EINPROGRESS { end(index, .failed(errno: errno)) }
        return slots.connection(at: index)
    }

    /// The socket has made up its mind.
    func concludeConnect(_ index: UInt32, _ connection: ConnectionID) {
        let error = slots[index].stream.takeError()
        guard error == 0 else { return end(index, .failed(errno: error)) }
        guard slots[index].stream.isEncrypted else { return openOurs(index, connection) }
        slots[index].phase = .securing
        stepSecuring(index, connection)
    }

    /// The connection is there, and with TLS its handshake is done.
    func openOurs(_ index: UInt32, _ connection: ConnectionID) {
        guard let peer = slots[index].stream.peer else {
            return end(index, .failed(errno: ENOTCONN))
        }
        slots[index].phase = .open
        settle(index)
        handler.opened(connection, peer: peer, on: self)
    }
}

extension EventLoop {
    /// Where a connection comes from: the `networkKey` of the peer's address, or of the one that it
    /// was attributed to; 0 when it is gone, or was made by us.
    public func network(of connection: ConnectionID) -> UInt64 {
        slots.index(of: connection).map { slots[$0].network } ?? 0
    }

    /// From now on the connection comes from another address than its peer's: it is a proxy, and
    /// says so.
    public func attribute(_ connection: ConnectionID, to address: SocketAddress) {
        guard let index = slots.index(of: connection) else { return }
        slots[index].network = address.networkKey
    }

    /// The peer's end of a connection.
    ///
    /// - Returns: nil when the connection is gone.
    public func peerAddress(of connection: ConnectionID) -> SocketAddress? {
        slots.index(of: connection).flatMap { slots[$0].stream.peer }
    }

    /// Our end of a connection: with it a peer says which of our addresses it came to.
    ///
    /// - Returns: nil when the connection is gone.
    public func localAddress(of connection: ConnectionID) -> SocketAddress? {
        slots.index(of: connection).flatMap { slots[$0].stream.local }
    }
}

extension ByteStream {
    /// The peer's address.
    fileprivate var peer: SocketAddress? { address(getpeername) }

    /// Our own end.
    fileprivate var local: SocketAddress? { address(getsockname) }

    private func address(
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(number, $0, &size) }
        }
        return status == 0 ? SocketAddress(storage) : nil
    }
}
