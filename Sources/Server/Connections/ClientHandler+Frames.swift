import EventLoop
import Kernel
import WebSocket
import Wire

extension ClientHandler {
    /// How long we wait for the peer's close frame after ours.
    private static let farewellMilliseconds = 2000

    /// Reads whatever whole messages `input` brings.
    func readFrames(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        defer { noteProgress(connection, loop) }
        var inflatedBytes = 0
        while let event = peers[connection].endpoint.next(
            &input, limits: settings.messages, inflater: compression.inflater)
        {
            switch event {
            case .text(let bytes):
                countInflated(bytes, &inflatedBytes, connection, loop)
                received(bytes, as: .json, from: connection, loop)
            case .binary(let bytes):
                countInflated(bytes, &inflatedBytes, connection, loop)
                received(bytes, as: .binary, from: connection, loop)
            case .ping(let bytes): answerPing(bytes, connection, loop)
            case .pong: countControl(connection, loop)
            case .close(let code, _): answerClose(code, connection, loop)
            case .violation(let violation): fail(violation, connection, loop)
            }
        }
    }

    /// Sends `bye`, then a close frame, and waits for the peer's.
    ///
    /// - Parameter retryAfter: how long the client should stay away; nil when that is up to it.
    func close(
        _ connection: ConnectionID, _ code: CloseCode, _ reason: String,
        retryAfter: Duration? = nil, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].isOpen else { return }
        let words = farewell(connection, code, reason, retryAfter)
        peers[connection].endpoint.closeSent()
        let isAnswer = peers[connection].endpoint.state == .closed
        leave(connection)
        let outcome = words.withUnsafeBytes { loop.send($0, to: connection) }
        if outcome == .full {
            loop.close(connection, saying: words)
        } else if isAnswer {
            loop.close(connection)
        } else {
            loop.setDeadline(connection, afterMilliseconds: Self.farewellMilliseconds)
        }
    }

    /// `bye`, and the close frame that follows it.
    private func farewell(
        _ connection: ConnectionID, _ code: CloseCode, _ reason: String,
        _ retryAfter: Duration? = nil
    ) -> [UInt8] {
        let bye = Bye(code: code.rawValue, reason: reason, retryAfter: retryAfter)
        let format = peers[connection].format
        var words: [UInt8] = []
        ServerMessage(.bye(bye)).bytes(format).withUnsafeBytes { bytes in
            FrameWriter.append(format == .json ? .text : .binary, bytes, mask: nil, to: &words)
        }
        FrameWriter.appendClose(code, reason: reason, mask: nil, to: &words)
        return words
    }

    /// Sends one message in the connection's format; a full outbox ends the connection.
    ///
    /// - Parameter isSecret: whether it must not be compressed.
    func send(
        _ payload: [UInt8], to connection: ConnectionID, isSecret: Bool = false,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].isOpen else { return }
        let opcode: Opcode = peers[connection].format == .json ? .text : .binary
        if !isSecret, let terms = peers[connection].endpoint.deflate,
            let deflated = compression.deflated(payload, on: terms)
        {
            return frame(opcode, deflated, isDeflated: true, to: connection, loop)
        }
        payload.withUnsafeBytes { frame(opcode, $0, to: connection, loop) }
    }

    /// Sends a frame, unless we have said goodbye already.
    func frame(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isDeflated: Bool = false,
        to connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].isOpen else { return }
        let count = payload.count + FrameWriter.headerSize(forPayload: payload.count, masked: false)
        let outcome = loop.withOutput(of: connection, reserving: count) { output in
            FrameWriter.append(
                opcode, payload, isDeflated: isDeflated, mask: nil, to: &output)
        }
        if outcome == .full { overflow(connection, loop) }
    }

    /// The peer reads too slowly to keep: what it misses waits in its inbox.
    private func overflow(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .outboxOverflow,
            [
                .connection(key(connection)), .bytes(loop.outboxBytes(of: connection)),
                .limit(.outboxBytes, settings.outboxBytesMax),
            ], loop)
        let words = farewell(connection, .tooSlow, "too slow")
        leave(connection)
        loop.close(connection, saying: words)
    }

    private func fail(
        _ violation: Violation, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var fields: [EventField] = [
            .connection(key(connection)), .close(violation.code.rawValue),
            .reason(violation.reason),
        ]
        switch violation {
        case .messageTooBig, .inflatedTooBig:
            fields.append(.limit(.messageBytes, settings.messageBytesMax))
        case .tooManyFragments(let limit): fields.append(.limit(.fragments, limit))
        default: break
        }
        note(.webSocketViolation, fields, loop)
        close(connection, violation.code, violation.reason, loop)
    }

    private func answerClose(
        _ code: CloseCode?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        var words: [UInt8] = []
        if peers[connection].endpoint.state == .answering {
            FrameWriter.appendClose(code, mask: nil, to: &words)
            peers[connection].endpoint.closeSent()
        }
        leave(connection)
        loop.close(connection, saying: words)
    }
}
