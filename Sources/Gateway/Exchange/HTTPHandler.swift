package import EventLoop
package import HTTP
package import HTTPTypes

/// A handler whose connections speak HTTP: what clients, monitors, administrators and conformance
/// suites have in common.
///
/// A request is answered before the next one of its connection is looked at. If another part of the
/// daemon worked on it, or the answers are long, the answer has left before that, too. So one
/// request is under way and one read waits, however many requests are sent at once.
package protocol HTTPHandler: ConnectionHandler {
    associatedtype Exchange: HTTPExchange

    /// How long the rest of a request may take, once it has begun.
    var headMilliseconds: Int { get }
    /// How long the next request may take to begin.
    var keepAliveMilliseconds: Int { get }

    /// The exchange of a connection; nil when it speaks another protocol, or none any more.
    func exchange(of connection: ConnectionID) -> Exchange?

    /// Handles bytes that waited, as if they arrived now.
    func take(
        _ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<Self>)

    /// Handles a request, the head of one with a large body, a part of that body, or a violation.
    func take(
        _ event: RequestEvent, _ connection: ConnectionID, _ loop: isolated EventLoop<Self>)

    /// Refuses a request that has not arrived in time.
    func refuseSlow(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>)

    /// The connection has its last answer.
    func endHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>)
}

extension HTTPHandler {
    /// With more in the outbox, no further request is looked at.
    private var outboxBytesMax: Int { 32_768 }

    package func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Self>
    ) { take(bytes, connection, loop) }

    package func take(
        _ bytes: UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<Self>
    ) {
        var input = bytes
        readHTTP(&input, connection, loop)
    }

    /// Handles the requests in `input`, as far as they have arrived; bytes that no longer belong to
    /// HTTP stay in it.
    package func readHTTP(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<Self>
    ) {
        guard let exchange = exchange(of: connection) else { return }
        if exchange.isKept, exchange.isIdle {
            loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
        }
        var rest = UnsafeRawBufferPointer(input)
        while self.exchange(of: connection) === exchange, let event = exchange.next(&rest) {
            let answerCount = exchange.answerCount
            take(event, connection, loop)
            // A peer that sends many requests at once delays others by one of them in each turn.
            guard !rest.isEmpty, exchange.answerCount > answerCount,
                self.exchange(at: .reading, of: connection) === exchange
            else { continue }
            drain(exchange, connection, loop)
        }
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
    }

    /// The exchange of a connection, if it is at this stage.
    package func exchange(at stage: HTTPExchange.Stage, of connection: ConnectionID) -> Exchange? {
        guard let exchange = exchange(of: connection), exchange.stage == stage else { return nil }
        return exchange
    }

    /// Leaves the request to another part of the daemon: nothing is read meanwhile.
    package func setAside(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>) {
        exchange(of: connection)?.stage = .working
        loop.pauseReading(connection)
    }

    /// Reads the next request; some of it may be here already.
    package func readOnHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>) {
        guard let exchange = exchange(of: connection) else { return }
        exchange.stage = .reading
        loop.resumeReading(connection)
        // A body that is now allowed may already be known to be too large.
        if !exchange.rest.isEmpty || !exchange.parser.isIdle {
            var rest: [UInt8] = []
            swap(&rest, &exchange.rest)
            rest.withUnsafeMutableBytes { take($0, connection, loop) }
        }
        if exchange.isFinished, self.exchange(at: .reading, of: connection) === exchange {
            end(connection, loop)
        }
    }

    /// The peer has finished sending, and may still wait for the answers it is owed.
    package func finishedHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>) {
        guard let exchange = exchange(of: connection), exchange.stage != .reading else {
            return end(connection, loop)
        }
        exchange.isFinished = true
    }

    /// Sends the answer to the last request; another may follow if the client and `keepsAlive` say
    /// so.
    ///
    /// - Parameters:
    ///   - length: bytes of the whole body. If `body` is only the first part of it, the handler
    ///     sends the next one when it is drained, and calls `answered` after the last; nil: `body`
    ///     is all.
    ///   - isShared: whether others keep the body anyway.
    package func respond(
        _ response: HTTPResponse, _ body: [UInt8], length: Int? = nil, isShared: Bool = false,
        keepsAlive: Bool, isToHead: Bool, _ connection: ConnectionID,
        _ loop: isolated EventLoop<Self>
    ) {
        write(
            response, body, length: length, isShared: isShared, keepsAlive: keepsAlive,
            isToHead: isToHead, connection, loop)
        guard let length, length > body.count, !isToHead,
            let exchange = exchange(of: connection)
        else { return answered(keepsAlive: keepsAlive, connection, loop) }
        (exchange.stage, exchange.keepsAlive) = (.sending, keepsAlive)
        loop.pauseReading(connection)
        loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
        loop.notifyWhenDrained(connection)
    }

    /// All of the answer to the last request is sent.
    package func answered(
        keepsAlive: Bool, _ connection: ConnectionID, _ loop: isolated EventLoop<Self>
    ) {
        guard keepsAlive, let exchange = exchange(of: connection) else {
            // A peer that still sends must be read to the end, or it would not receive the answer.
            loop.resumeReading(connection)
            return end(connection, loop)
        }
        exchange.isKept = true
        exchange.answerCount += 1
        loop.setDeadline(connection, afterMilliseconds: keepAliveMilliseconds)
        // The next request is read when the peer has taken its answer.
        guard exchange.stage != .reading || loop.outboxBytes(of: connection) > outboxBytesMax
        else { return }
        drain(exchange, connection, loop)
    }

    /// Reads nothing more before the peer has taken its answer, and others have had their turn.
    private func drain(
        _ exchange: Exchange, _ connection: ConnectionID, _ loop: isolated EventLoop<Self>
    ) {
        loop.pauseReading(connection)
        exchange.stage = .draining
        loop.notifyWhenDrained(connection)
    }

    /// Sends a head, and the body that belongs to it. A long body is not copied.
    ///
    /// - Parameters:
    ///   - length: bytes of the whole body, of which this is the first part; nil: it is all.
    ///   - isShared: whether others keep the body anyway.
    package func write(
        _ response: HTTPResponse, _ body: [UInt8], length: Int? = nil, isShared: Bool = false,
        keepsAlive: Bool, isToHead: Bool = false, _ connection: ConnectionID,
        _ loop: isolated EventLoop<Self>
    ) {
        let isLong = body.count > outboxBytesMax
        var bytes: [UInt8] = []
        bytes.reserveCapacity(isLong ? 512 : body.count + 512)
        ResponseWriter.append(
            response, body: body, length: length, keepAlive: keepsAlive,
            isToHead: isToHead || isLong, to: &bytes)
        let outcome = loop.send(
            bytes, body: isLong && !isToHead ? body : [], isShared: isShared, to: connection)
        if outcome == .full { loop.abort(connection) }
    }

    /// The time of the current request is over.
    package func expiredHTTP(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>) {
        guard let exchange = exchange(of: connection) else { return loop.close(connection) }
        switch exchange.stage {
        case .working, .sending, .resting:
            loop.setDeadline(connection, afterMilliseconds: headMilliseconds)
        // No request awaits an answer. One sent now could be mistaken for the answer to a request
        // that is just on its way.
        case .reading where exchange.isKept && exchange.parser.isIdle: end(connection, loop)
        case .reading:
            // The method of the missing request is not known.
            exchange.isToHead = false
            refuseSlow(connection, loop)
        case .draining: end(connection, loop)
        }
    }

    private func end(_ connection: ConnectionID, _ loop: isolated EventLoop<Self>) {
        endHTTP(connection, loop)
        loop.close(connection)
    }
}
