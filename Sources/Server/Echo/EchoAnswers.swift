import WebSocket

/// What an echo says to what it hears: some to the one who said it, some to all.
///
/// A value that is borrowed for all that one read brings, as the peer is: when each frame looked
/// both up in the handler anew, the checks that nobody else has them were a quarter of our time.
struct EchoAnswers {
    let audience: EchoAudience
    let messages: MessageLimits
    /// For the one who is being heard; sent together: once a frame it was 0.40 µs a message, this
    /// is 0.28.
    var own: [UInt8] = []
    /// For all, at the end of the turn: framed once, for as many as there are.
    var shared: [UInt8] = []
    private var compression = Compression()

    init(to audience: EchoAudience, messages: MessageLimits) {
        (self.audience, self.messages) = (audience, messages)
    }

    /// Answers everything that one read brought.
    mutating func add(_ bytes: UnsafeMutableRawBufferPointer, from peer: inout Peer) {
        var input = bytes
        while let event = peer.endpoint.next(
            &input, limits: messages, inflater: compression.inflater)
        {
            add(event, from: &peer)
        }
    }

    private mutating func add(_ event: Event, from peer: inout Peer) {
        switch event {
        case .text(let payload): add(.text, payload, peer.endpoint.deflate)
        case .binary(let payload): add(.binary, payload, peer.endpoint.deflate)
        case .ping(let payload): FrameWriter.append(.pong, payload, mask: nil, to: &own)
        case .pong: break
        case .close(let code, _): addClose(code, from: &peer)
        case .violation(let violation): addClose(violation.code, from: &peer)
        }
    }

    private mutating func add(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, _ terms: DeflateTerms?
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

    private mutating func addClose(_ code: CloseCode?, from peer: inout Peer) {
        FrameWriter.appendClose(code, mask: nil, to: &own)
        peer.endpoint.closeSent()
        peer.session.stage = .leaving
    }
}
