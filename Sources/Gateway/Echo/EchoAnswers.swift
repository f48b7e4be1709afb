import WebSocket

/// The answers of an echo to messages: some go to the sender, some to all connections.
///
/// Those to the sender are gathered in an array of the caller's, and sent together.
final class EchoAnswers {
    let audience: EchoAudience
    let messages: MessageLimits
    /// For all, at the end of the turn: framed once, for as many as there are.
    private var shared: [UInt8] = []
    private var compression: Compression
    /// That of `compression`: a constant is lent without counting a reference for each frame.
    private let inflater: Inflater

    init(to audience: EchoAudience, messages: MessageLimits) {
        (self.audience, self.messages) = (audience, messages)
        let compression = Compression()
        (self.compression, inflater) = (compression, compression.inflater)
    }

    /// Hands out what goes to all, and forgets it.
    func takeShared() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &shared)
        return bytes
    }

    /// Answers everything that one read brought.
    func add(
        _ bytes: UnsafeMutableRawBufferPointer, from peer: inout Peer, to own: inout [UInt8]
    ) {
        var input = bytes
        while let event = peer.endpoint.next(
            &input, limits: messages, inflater: inflater)
        {
            add(event, from: &peer, to: &own)
        }
    }

    private func add(_ event: Event, from peer: inout Peer, to own: inout [UInt8]) {
        switch event {
        case .text(let payload): add(.text, payload, peer.endpoint.deflate, to: &own)
        case .binary(let payload): add(.binary, payload, peer.endpoint.deflate, to: &own)
        case .ping(let payload): FrameWriter.append(.pong, payload, mask: nil, to: &own)
        case .pong: break
        case .close(let code, _): addClose(code, from: &peer, to: &own)
        case .violation(let violation): addClose(violation.code, from: &peer, to: &own)
        }
    }

    private func add(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, _ terms: DeflateTerms?,
        to own: inout [UInt8]
    ) {
        switch audience {
        case .sender:
            if let terms, let deflated = compression.deflated(payload, on: terms) {
                FrameWriter.append(opcode, deflated, isDeflated: true, mask: nil, to: &own)
            } else {
                FrameWriter.append(opcode, payload, mask: nil, to: &own)
            }
        case .everyone: FrameWriter.append(opcode, payload, mask: nil, to: &shared)
        }
    }

    private func addClose(
        _ code: CloseCode?, from peer: inout Peer, to own: inout [UInt8]
    ) {
        FrameWriter.appendClose(code, mask: nil, to: &own)
        peer.endpoint.closeSent()
        peer.session.stage = .leaving
    }
}
