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
        guard peers[connection].exchange == nil else { return }
        while let event = peers[connection].endpoint.next(&input, limits: settings.messages) {
            switch event {
            case .text(let bytes): received(bytes, as: .json, from: connection, loop)
            case .binary(let bytes): received(bytes, as: .binary, from: connection, loop)
            case .ping(let bytes): frame(.pong, bytes, to: connection, loop)
            case .pong: break
            case .close(let code, _): answerClose(code, connection, loop)
            case .violation(let violation):
                log.write(
                    .webSocketViolation, .connection(key(connection)),
                    .close(violation.code.rawValue), .reason(violation.reason))
                close(connection, violation.code, violation.reason, loop)
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
        guard peers[connection].stage == .visitor || peers[connection].stage == .user else {
            return
        }
        let bye = Bye(code: code.rawValue, reason: reason, retryAfter: retryAfter)
        send(ServerMessage(.bye(bye)).bytes(peers[connection].format), to: connection, loop)
        frameClose(code, reason, connection, loop)
        let owesMore = peers[connection].endpoint.state == .closing
        leave(connection)
        if owesMore {
            loop.setDeadline(connection, afterMilliseconds: Self.farewellMilliseconds)
        } else {
            loop.close(connection)
        }
    }

    /// Sends one message in the connection's format; a full outbox ends the connection.
    func send(
        _ payload: [UInt8], to connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let opcode: Opcode = peers[connection].format == .json ? .text : .binary
        payload.withUnsafeBytes { frame(opcode, $0, to: connection, loop) }
    }

    /// Sends a frame, unless we have said goodbye already.
    func frame(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, to connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].stage != .leaving else { return }
        let count = payload.count + FrameWriter.headerSize(forPayload: payload.count, masked: false)
        let outcome = loop.withOutput(of: connection, reserving: count) { output in
            FrameWriter.append(opcode, payload, mask: nil, to: &output)
        }
        if outcome == .full { overflow(connection, loop) }
    }

    /// The peer reads too slowly to keep: what it misses waits in its inbox.
    private func overflow(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        log.write(
            .outboxOverflow, .connection(key(connection)),
            .bytes(loop.outboxBytes(of: connection)))
        leave(connection)
        frameClose(.tooSlow, "too slow", connection, loop)
        loop.close(connection)
    }

    private func answerClose(
        _ code: CloseCode?, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        if peers[connection].endpoint.state == .answering {
            frameClose(code, "", connection, loop)
        }
        leave(connection)
        loop.close(connection)
    }

    private func frameClose(
        _ code: CloseCode?, _ reason: String, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        _ = loop.withOutput(of: connection, reserving: 127) { output in
            FrameWriter.appendClose(code, reason: reason, mask: nil, to: &output)
        }
        peers[connection].endpoint.closeSent()
    }
}
