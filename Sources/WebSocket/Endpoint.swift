/// The receiving half of one connection, and its close handshake: bytes in, events out.
///
/// It does no I/O, never throws and never traps on a peer's bytes. Feed it whatever `read(2)`
/// returned, in any split, until it answers nil:
/// ```swift
/// while let event = endpoint.next(&input, limits: limits, inflater: inflater) { … }
/// ```
/// A message that lies whole in the input as one frame is unmasked where it lies and handed out
/// as a pointer to it: no copy, no allocation.
///
/// - Memory: 16 bytes while nothing is partial; else see `MessageAssembler`.
/// - Source: RFC 6455 §5, §7.
public struct Endpoint: ~Copyable {
    /// How far the connection is from its end.
    public enum State: Sendable {
        /// Both sides may send.
        case open
        /// We sent a close frame and wait for the peer's; we may not send any more.
        case closing
        /// The peer sent its close frame or broke the protocol: we owe it a close frame.
        /// Nothing more is read.
        case answering
        /// Nothing more is read, and nothing is owed. The server ends the connection first.
        case closed
    }

    private enum Held {
        case nothing
        case assembling(MessageAssembler)
        /// Done with, but the last event still points into it.
        case spent(MessageAssembler)
    }

    /// Which end we are.
    public let role: Role
    /// What was agreed on for permessage-deflate; nil if nothing was.
    public let deflate: DeflateTerms?
    /// How far the connection is from its end.
    public private(set) var state = State.open
    private var held = Held.nothing

    /// Whether no memory is held: every message that has begun was finished, and its event is
    /// over. While it is false for long, the peer sends too slowly.
    public var holdsNothing: Bool {
        guard case .nothing = held else { return false }
        return true
    }

    /// An endpoint of a connection whose handshake has just succeeded.
    ///
    /// - Parameter deflate: what the handshake agreed on.
    public init(role: Role, deflate: DeflateTerms? = nil) {
        self.role = role
        self.deflate = deflate
    }

    /// Takes note that a close frame of ours has been queued.
    ///
    /// - Source: RFC 6455 §5.5.1, §7.1.2.
    public mutating func closeSent() {
        switch state {
        case .open: state = .closing
        case .answering: state = .closed
        case .closing, .closed: break
        }
    }

    /// Takes bytes from `input` up to and including the next event.
    ///
    /// Payloads are unmasked in `input` itself. After a close frame or a violation everything
    /// is swallowed.
    ///
    /// - Parameters:
    ///   - input: what has been read; on return, what is left of it.
    ///   - limits: checked before anything is kept.
    ///   - inflater: the loop's own, needed where `deflate` is not nil: without one, a compressed
    ///     message is refused as a reserved bit.
    /// - Returns: the event, or nil when `input` is used up.
    public mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer, limits: MessageLimits,
        inflater: Inflater? = nil
    ) -> Event? {
        // Nearly every frame goes this way, and it is compiled by itself: with all ways in one
        // function a frame took a third more instructions.
        if case .nothing = held {
            guard !input.isEmpty else { return nil }
            if role == .server, isReading, let head = FrameHead.usual(input.bytes),
                (try? head.check(after: nil, within: limits)) != nil,
                let payload = head.takePayload(from: &input)
            {
                return head.opcode == .binary ? .binary(payload) : text(payload)
            }
        }
        return anyNext(&input, limits: limits, inflater: inflater)
    }
}

extension Endpoint {
    /// Whether what the peer says is heard.
    private var isReading: Bool { state == .open || state == .closing }

    @inline(never)
    private mutating func text(_ payload: UnsafeRawBufferPointer) -> Event {
        UTF8Check.isWhole(payload) ? .text(payload) : violated(.invalidText)
    }

    private mutating func violated(_ violation: Violation) -> Event {
        stopReading()
        return .violation(violation)
    }

    private mutating func stopReading() {
        state = state == .open ? .answering : .closed
        if case .assembling(let assembler) = held { held = .spent(assembler) }
    }

    /// What `next` answers, whatever `input` begins with.
    @inline(never)
    private mutating func anyNext(
        _ input: inout UnsafeMutableRawBufferPointer, limits: MessageLimits, inflater: Inflater?
    ) -> Event? {
        if case .spent = held { held = .nothing }
        guard isReading else {
            input = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            return nil
        }
        do throws(Violation) {
            let event = try advance(&input, limits: limits, inflater: inflater)
            if case .close = event { stopReading() }
            return event
        } catch {
            return violated(error)
        }
    }

    private mutating func advance(
        _ input: inout UnsafeMutableRawBufferPointer, limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event? {
        if case .assembling(let assembler) = held {
            return try assemble(assembler, &input, limits: limits, inflater: inflater)
        }
        guard !input.isEmpty else { return nil }
        if let event = try wholeFrame(&input, limits: limits, inflater: inflater) {
            return event
        }
        let assembler = MessageAssembler(role: role, deflates: deflate != nil)
        return try assemble(assembler, &input, limits: limits, inflater: inflater)
    }

    /// The event of the frame that `input` begins with, if all of it is there and it is all of
    /// its message; else nil, with `input` as it was.
    private func wholeFrame(
        _ input: inout UnsafeMutableRawBufferPointer, limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event? {
        let parsed = try FrameHead.parse(input.bytes, as: role, deflates: deflate != nil)
        guard let head = parsed else { return nil }
        try head.check(after: nil, within: limits)
        guard head.isFinal, let bytes = head.takePayload(from: &input) else { return nil }
        guard !head.isDeflated else {
            return try .deflated(head.opcode, bytes, limits: limits, inflater: inflater)
        }
        return try Event.frame(head.opcode, bytes)
    }

    private mutating func assemble(
        _ assembler: MessageAssembler, _ input: inout UnsafeMutableRawBufferPointer,
        limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event? {
        held = .assembling(assembler)
        let event = try assembler.next(&input, limits: limits, inflater: inflater)
        if assembler.isSpent { held = .spent(assembler) }
        return event
    }
}

extension FrameHead {
    /// The payload, unmasked where it lies; nil, with `input` as it was, if not all of it is there.
    ///
    /// - Parameter input: begins with this head.
    @inline(__always)
    fileprivate func takePayload(
        from input: inout UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        guard payloadCount <= input.count - byteCount else { return nil }
        let end = byteCount + payloadCount
        let payload = UnsafeMutableRawBufferPointer(rebasing: input[byteCount..<end])
        input = UnsafeMutableRawBufferPointer(rebasing: input[end...])
        Masking.apply(key, to: payload)
        return UnsafeRawBufferPointer(payload)
    }
}
