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
    /// The agreed terms of permessage-deflate; nil if there are none.
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

    /// The result of `next`, whatever `input` begins with.
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

/// The largest message we take from a peer.
///
/// Passed to each `Endpoint.next(_:limits:)` rather than stored, since a hundred thousand
/// connections share the same two numbers.
public struct MessageLimits: Equatable, Sendable {
    /// Most payload bytes of a whole message, all fragments together.
    public var messageBytesMax: Int
    /// Most frames of one message. Empty fragments count too: they cost us time for no bytes.
    public var fragmentsMax: Int

    /// Limits with the given bounds; the defaults suit a chat.
    public init(messageBytesMax: Int = 65_536, fragmentsMax: Int = 64) {
        self.messageBytesMax = messageBytesMax
        self.fragmentsMax = fragmentsMax
    }
}

extension MessageLimits {
    /// Most payload bytes of a message while it is compressed.
    ///
    /// Some senders compress everything, so what does not shrink comes a little larger: by an
    /// eighth at worst, where every byte takes nine bits. The limit of the message itself is
    /// checked while it is inflated.
    var deflatedBytesMax: Int {
        inflatedBytesMax + inflatedBytesMax / 8 + 64
    }

    /// Most payload bytes of a message that came compressed: zlib counts in 32 bits.
    var inflatedBytesMax: Int { min(max(0, messageBytesMax), Int(Int32.max) / 2) }

    /// Most blocks of a compressed message that has inflated to `count` bytes so far.
    ///
    /// zlib ends a block after 127 literals at its thriftiest (`memLevel` 1), and so after 127
    /// bytes at the earliest. A sender that flushes each fragment adds two blocks to each.
    func blocksMax(inflated count: Int) -> Int {
        Self.blocksAlways + 2 * min(max(0, fragmentsMax), Int(Int32.max)) + count / Self.blockBytes
    }

    private static let blocksAlways = 64
    private static let blockBytes = 120
}

/// Our end of the connection, which decides whether we mask.
///
/// - Source: RFC 6455 §5.1: a client masks every frame, a server none.
public enum Role: Sendable {
    case server, client
}
