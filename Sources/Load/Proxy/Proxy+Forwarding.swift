import EventLoop

/// Bytes on their way.
extension Proxy {
    /// Sends bytes on, now or when their time has come.
    func pass(
        _ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        guard link.weather.delayMilliseconds == 0 else {
            return delay([UInt8](bytes), from: connection, link, loop)
        }
        forward(bytes, from: connection, link, loop)
    }

    private func forward(
        _ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        let destination = link.other(connection)
        if link.weather.isOneByte {
            for index in bytes.indices {
                let byte = UnsafeRawBufferPointer(rebasing: bytes[index...index])
                _ = loop.sendAtOnce(byte.bytes, to: destination)
            }
        } else if link.bytesUntilCut < .max {
            // At once, since a cut takes back what waits for the end of the turn.
            _ = loop.sendAtOnce(bytes.bytes, to: destination)
        } else {
            _ = loop.send(bytes, to: destination)
        }
        guard loop.outboxBytes(of: destination) > Self.waitingBytesMax else { return }
        loop.pauseReading(connection)
        loop.notifyWhenDrained(destination)
    }

    /// Keeps bytes, or the end of the stream for nil, for as long as they are under way.
    func delay(
        _ bytes: [UInt8]?, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        let delay = link.weather.delayMilliseconds
        let due = Int(MonotonicClock.nanoseconds() / 1_000_000) + delay
        let isFirst = link.waiting(from: connection).isEmpty
        link.append((due, bytes), from: connection)
        if isFirst { loop.setDeadline(connection, afterMilliseconds: delay) }
    }

    /// Lets go of what has been under way for long enough.
    func release(
        from connection: ConnectionID, _ link: ProxyLink, _ loop: isolated EventLoop<Proxy>
    ) {
        let now = Int(MonotonicClock.nanoseconds() / 1_000_000)
        for bytes in link.takeDue(from: connection, at: now) {
            guard let bytes else {
                loop.close(link.other(connection))
                return loop.close(connection)
            }
            bytes.withUnsafeBytes { forward($0, from: connection, link, loop) }
        }
        guard let next = link.waiting(from: connection).first else { return }
        loop.setDeadline(connection, afterMilliseconds: max(1, next.dueMilliseconds - now))
    }

    /// From now on neither side hears of the other; what they say is swallowed.
    func vanish(_ link: ProxyLink) {
        tally.vanishedCount += 1
        link.stage = .vanished
        link.stoppedAt = MonotonicClock.nanoseconds()
    }
}
