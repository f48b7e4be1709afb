import Metering

extension EventLoop {
    /// Sends one peer bytes at once where nothing waits, and without a copy.
    ///
    /// Each call is a system call, so it is for what a peer gets once a turn: the answer to all
    /// that a read has brought, or what goes to many. What is sent in pieces belongs into `send`,
    /// which gathers it.
    ///
    /// What the socket does not take waits, within the same bound as with `send`, and in order.
    ///
    /// - Returns: `.gone` also when the connection has turned out to be broken.
    public func sendAtOnce(
        _ bytes: RawSpan, to connection: ConnectionID
    ) -> SendOutcome {
        guard let index = slots.index(of: connection), slots[index].isOpen else { return .gone }
        // TLS enciphers the bytes for each peer, so that there is nothing to share.
        guard slots[index].outbox == nil, !slots[index].stream.isEncrypted, !bytes.isEmpty
        else { return send(bytes, to: connection) }
        meter.writes.add()
        switch slots[index].stream.write(bytes) {
        case .wrote(let count):
            meter.bytesOut.add(count)
            guard count < bytes.byteCount else { return .queued }
            return send(bytes.extracting(droppingFirst: count), to: connection)
        case .wouldBlock: return send(bytes, to: connection)
        case .failed(let errno):
            end(index, .reset(errno: errno))
            return .gone
        }
    }
}
