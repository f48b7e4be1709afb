import EventLoop
import Observability
import WebSocket

/// What a connection may take of our time, and what happens when it takes more.
extension ClientHandler {
    /// The peer has said something, whatever it was.
    func hear(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        let now = seconds(loop)
        if peers[connection].heardSecond != now { peers[connection].controlCount = 0 }
        peers[connection].heardSecond = now
        peers[connection].marks.remove(.pinged)
    }

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
        guard peers[connection].isOpen else { return }
        guard Int(peers[connection].controlCount) < settings.controlFramesMax else {
            return limit(
                connection, .controlFrames, settings.controlFramesMax, .policyViolation,
                "too many pings and pongs", loop)
        }
        peers[connection].controlCount += 1
    }

    /// Notes when a message begins that the input did not finish, so that it is not waited for
    /// without end.
    ///
    /// Who has not signed in needs no such limit: all of that is bounded by
    /// `limits.signInSeconds`.
    func noteProgress(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !peers[connection].endpoint.holdsNothing else {
            peers[connection].marks.remove(.partial)
            return
        }
        guard !peers[connection].marks.contains(.partial) else { return }
        peers[connection].marks.insert(.partial)
        peers[connection].partialSecond = UInt16(truncatingIfNeeded: seconds(loop))
        // Else the heartbeat comes first, and looks.
        guard peers[connection].caller != nil, settings.messageSeconds < settings.pingSeconds
        else { return }
        setStageDeadline(
            connection, afterMilliseconds: settings.messageSeconds * 1000, loop)
    }

    /// Looks after a user's connection: pings a peer that is silent, gives up one that stays
    /// silent, or that does not finish what it began to say.
    func watchOver(_ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>) {
        guard !peers[connection].marks.contains(.eventStream) else {
            return keepStream(connection, loop)
        }
        // It cannot be heard while it is not read; how long it may not take anything is limited.
        guard !peers[connection].marks.contains(.paused) else {
            return setStageDeadline(
                connection, afterMilliseconds: settings.pingSeconds * 1000, loop)
        }
        let silence = Int(seconds(loop) &- peers[connection].heardSecond)
        let age = partialAge(connection, loop)
        if age >= settings.messageSeconds {
            return limit(
                connection, .messageSeconds, settings.messageSeconds, .policyViolation,
                "a message was not finished in time", loop)
        }
        if silence >= settings.deadSeconds {
            return limit(
                connection, .deadSeconds, settings.deadSeconds, .silent, "no sign of life", loop)
        }
        if silence >= settings.pingSeconds, !peers[connection].marks.contains(.pinged) {
            peers[connection].marks.insert(.pinged)
            frame(.ping, RawSpan(), to: connection, loop)
        }
        let isPinged = peers[connection].marks.contains(.pinged)
        let next = (isPinged ? settings.deadSeconds : settings.pingSeconds) - silence
        let isPartial = peers[connection].marks.contains(.partial)
        let wait = isPartial ? min(next, settings.messageSeconds - age) : next
        setStageDeadline(connection, afterMilliseconds: max(1, wait) * 1000, loop)
    }

    /// Writes an event that a peer has caused, unless peers cause too many.
    func note(
        _ event: EventName, _ fields: [EventField], _ loop: isolated EventLoop<ClientHandler>
    ) {
        let (isWritten, leftOutCount) = peerDiary.note(at: loop.now)
        if leftOutCount > 0 { log.write(.peersMuted, .count(leftOutCount)) }
        isWritten ? log.write(event, fields: fields) : log.leaveOut(event)
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

    /// How long an unfinished message has been under way, in seconds; 0 when there is none.
    private func partialAge(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) -> Int {
        guard peers[connection].marks.contains(.partial) else { return 0 }
        let now = UInt16(truncatingIfNeeded: seconds(loop))
        return Int(now &- peers[connection].partialSecond)
    }
}

extension Duration {
    /// For limits, which are set in whole seconds.
    var wholeSeconds: Int { Int(components.seconds) }
}
