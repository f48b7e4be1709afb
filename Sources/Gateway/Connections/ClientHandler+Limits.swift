import EventLoop
import Observability
import WebSocket

/// Limits on the time that a connection takes, and what happens beyond them.
extension ClientHandler {
    /// Answers a ping. Of those that come while the peer does not read, the first is answered:
    /// pongs must not pile up in its outbox.
    ///
    /// - Source: RFC 6455 §5.5.3: not every ping needs its own pong.
    func answerPing(
        _ bytes: UnsafeRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        countControl(connection, loop)
        let isBlocked = loop.isBlocked(connection)
        if !isBlocked { peers[connection].marks.remove(.pongWaits) }
        if !peers[connection].marks.contains(.pongWaits) {
            if isBlocked { peers[connection].marks.insert(.pongWaits) }
            frame(.pong, bytes.bytes, to: connection, loop)
        }
    }

    /// Adds up what one read has inflated to; a peer whose few bytes become too many is closed.
    ///
    /// Each message by itself is within its limit, but 600 of them fit into one read: without this
    /// bound they kept a loop for 0.17 s.
    func countInflated(
        _ bytes: UnsafeRawBufferPointer, _ sum: inout Int, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].endpoint.deflate != nil else { return }
        sum += bytes.count
        guard sum > settings.inflatedBytesMax, peers[connection].isOpen else { return }
        limit(
            connection, .inflatedBytes, settings.inflatedBytesMax, .policyViolation,
            "too much at a time, once inflated", loop)
    }

    /// Counts a ping or a pong; a peer that floods us with them is closed.
    func countControl(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard peers[connection].isOpen,
            !peers[connection].takesControl(ofAtMost: settings.controlFramesMax)
        else { return }
        limit(
            connection, .controlFrames, settings.controlFramesMax, .policyViolation,
            "too many pings and pongs", loop)
    }

    /// Notes when a message begins that the input did not finish, so that it is not waited for
    /// without end.
    ///
    /// Visitors need no such limit: all that they do is bounded by `limits.signInSeconds`.
    func noteProgress(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard peers[connection].noteProgress() else { return }
        peers[connection].partialSecond = UInt16(truncatingIfNeeded: seconds(loop))
        // Else the heartbeat comes first, and looks.
        guard peers[connection].caller != nil, settings.messageSeconds < settings.pingSeconds
        else { return }
        drain.setStageDeadline(
            connection, afterMilliseconds: settings.messageSeconds * 1000, loop)
    }

    /// Looks after a user's connection.
    func watchOver(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !peers[connection].marks.contains(.eventStream) else {
            return streams.keep(connection, loop)
        }
        let wait: Int
        switch peers[connection].care(at: seconds(loop), within: settings) {
        case .unfinished:
            return limit(
                connection, .messageSeconds, settings.messageSeconds, .policyViolation,
                "a message was not finished in time", loop)
        case .silent:
            return limit(
                connection, .deadSeconds, settings.deadSeconds, .silent, "no sign of life", loop)
        case .wait(let seconds): wait = seconds
        case .ping(let seconds):
            frame(.ping, RawSpan(), to: connection, loop)
            wait = seconds
        }
        drain.setStageDeadline(connection, afterMilliseconds: wait * 1000, loop)
    }

    /// Closes a connection that met a limit.
    func limit(
        _ connection: ConnectionID, _ name: LimitName, _ value: Int, _ code: CloseCode,
        _ reason: String, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .connectionLimited,
            [.connection(key(connection)), .close(code.rawValue), .limit(name, value)], loop)
        close(connection, code, reason, loop)
    }

    /// Notes that a peer has changed its keys too often, or begun its handshake again.
    func noteFlood(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        note(
            .connectionLimited,
            [
                .connection(key(connection)),
                .limit(.postHandshakeMessages, loop.limits.postHandshakeMax),
            ], loop)
    }
}

extension Duration {
    /// For limits, which are set in whole seconds.
    var wholeSeconds: Int { Int(components.seconds) }
}
