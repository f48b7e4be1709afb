import EventLoop
import Hub
import Kernel
import Metering
import Observability
import WebSocket
import Wire

extension ClientHandler {
    /// How much of a connection's input is read in one turn: a message is 1, and 1 for each KiB.
    /// With 40 connections that bring 16 log-ins each, another's read took up to 15 ms when all of
    /// it was read in one turn, and 8 ms since.
    private static var turnUnits: Int { 4 }

    /// Reads whole messages of `input`: what is too much for one turn, in the next ones.
    func readFrames(
        _ input: inout UnsafeMutableRawBufferPointer, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        // A client of a stream has nothing to say.
        guard !peers[connection].marks.contains(.eventStream) else { return }
        defer { noteProgress(connection, loop) }
        var (inflatedBytes, units) = (inflated.removeValue(forKey: connection) ?? 0, 0)
        let isVisitor = peers[connection].session.isVisitor
        let limits = isVisitor ? settings.visitorMessages : settings.messages
        while let event = peers[connection].endpoint.next(
            &input, limits: limits, inflater: compression.inflater)
        {
            switch event {
            case .text(let bytes):
                units += 1 + bytes.count >> 10
                countInflated(bytes, &inflatedBytes, connection, loop)
                received(bytes, as: .json, from: connection, loop)
            case .binary(let bytes):
                units += 1 + bytes.count >> 10
                countInflated(bytes, &inflatedBytes, connection, loop)
                received(bytes, as: .binary, from: connection, loop)
            case .ping(let bytes): answerPing(bytes, connection, loop)
            case .pong: countControl(connection, loop)
            case .close(let code, _): answerClose(code, connection, loop)
            case .violation(let violation): fail(violation, connection, loop)
            }
            if peers[connection].session.takeRest(), peers[connection].isOpen {
                return rests.begin(connection, leaving: &input, loop)
            }
            if units >= Self.turnUnits, !input.isEmpty, peers[connection].isOpen {
                if inflatedBytes > 0 { inflated[connection] = inflatedBytes }
                loop.keep(input, of: connection)
                input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(0))
                return
            }
        }
    }

    /// Does what a message leads to: commands go out together at the end of the turn.
    private func received(
        _ bytes: UnsafeRawBufferPointer, as format: WireFormat, from connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        state.meter.messagesIn.add()
        trace(.command(Array(bytes)), connection)
        peers[connection].marks.remove(.partial)
        run(bytes, as: format, connection, loop)
    }

    /// Runs the command in a message.
    func run(
        _ bytes: UnsafeRawBufferPointer, as format: WireFormat, _ connection: ConnectionID,
        _ loop: isolated EventLoop<ClientHandler>
    ) {
        let arrival = Arrival(at: loop.now, from: loop.network(of: connection))
        do throws(SessionFailure) {
            let command = try peers[connection].session.received(
                bytes, as: format, from: hubKey(connection), in: sessionContext, arrival)
            guard let command, let (refusal, limit) = dispatch(command, connection, loop) else {
                return
            }
            throw .answer(
                peers[connection].session.withdrawn(
                    command.origin, refusal, at: limit, in: sessionContext))
        } catch {
            switch error {
            case .answer(let bytes): send(bytes, to: connection, loop)
            case .close(let code, let reason): close(connection, code, reason, loop)
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
        trace(.close(code: code.rawValue), connection)
        let words = farewell(connection, code, reason, retryAfter)
        guard !peers[connection].marks.contains(.eventStream) else {
            leave(connection, loop)
            return loop.close(connection, saying: words)
        }
        peers[connection].endpoint.closeSent()
        let isAnswer = peers[connection].endpoint.state == .closed
        leave(connection, loop)
        let outcome = loop.send(words.span.bytes, to: connection)
        if outcome == .full {
            loop.close(connection, saying: words)
        } else if isAnswer {
            loop.close(connection)
        } else {
            loop.setDeadline(connection, afterMilliseconds: settings.closeMilliseconds)
        }
    }

    /// `bye`, and the close frame that follows it.
    func farewell(
        _ connection: ConnectionID, _ code: CloseCode, _ reason: String,
        _ retryAfter: Duration? = nil
    ) -> [UInt8] {
        let goodbye = peers[connection].session.goodbye(
            code.rawValue, reason, retryAfter: retryAfter)
        guard !peers[connection].marks.contains(.eventStream) else {
            return streams.farewell(goodbye, connection)
        }
        let opcode = peers[connection].opcode
        var words: [UInt8] = []
        goodbye.withUnsafeBytes { FrameWriter.append(opcode, $0, mask: nil, to: &words) }
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
        state.meter.messagesOut.add()
        trace(.message(payload), connection)
        guard !peers[connection].marks.contains(.eventStream) else {
            return streams.send(payload, to: connection, loop)
        }
        let opcode = peers[connection].opcode
        if !isSecret, let terms = peers[connection].endpoint.deflate,
            let deflated = compression.deflated(payload, on: terms)
        {
            return frame(opcode, deflated.bytes, isDeflated: true, to: connection, loop)
        }
        frame(opcode, payload.span.bytes, to: connection, loop)
    }

    /// Sends a frame, unless we have said goodbye already.
    ///
    /// - Parameter payload: a span, so that no caller is inside `withUnsafeBytes`, where the
    ///   runtime is asked whether it is on the loop: see `EventLoop.send`.
    func frame(
        _ opcode: Opcode, _ payload: RawSpan, isDeflated: Bool = false,
        to connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        guard peers[connection].isOpen else { return }
        let payloadCount = payload.byteCount
        let count = payloadCount + FrameWriter.headerSize(forPayload: payloadCount, masked: false)
        let outcome = loop.withOutput(of: connection, reserving: count) { output in
            payload.withUnsafeBytes {
                FrameWriter.append(opcode, $0, isDeflated: isDeflated, mask: nil, to: &output)
            }
        }
        if outcome == .full { overflow(connection, loop) }
    }

    /// The peer reads too slowly to keep: what it misses waits in its inbox.
    func overflow(
        _ connection: ConnectionID, _ loop: isolated EventLoop<ClientHandler>
    ) {
        note(
            .outboxOverflow,
            [
                .connection(key(connection)), .bytes(loop.outboxBytes(of: connection)),
                .limit(.outboxBytes, settings.outboxBytesMax),
            ], loop)
        let words = farewell(connection, .tooSlow, "too slow")
        leave(connection, loop)
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
            let (name, value) = sessionContext.messageBytesMax(
                isVisitor: peers[connection].session.isVisitor)
            fields.append(.limit(name, value))
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
        leave(connection, loop)
        loop.close(connection, saying: words)
    }
}

extension Peer {
    /// The kind of frame that its messages go in.
    fileprivate var opcode: Opcode { session.format == .json ? .text : .binary }
}

extension ClientHandler {
    /// Shows a message to an administrator who traces its sender or its recipient.
    func trace(_ content: @autoclosure () -> TracedFrame.Content, _ connection: ConnectionID) {
        guard traces.isAnybodyFollowed, let user = peers[connection].caller?.user,
            traces.follows(user)
        else { return }
        traces.note(
            TracedFrame(
                key: hubKey(connection),
                format: peers[connection].session.format, content: content()),
            of: user)
    }
}
