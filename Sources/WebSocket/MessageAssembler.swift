/// The state of an endpoint while a head, a payload or a message has arrived in part.
///
/// A class, so that an endpoint that holds nothing costs one empty pointer.
///
/// - Memory: about 150 bytes, and at most twice the payload bytes received.
final class MessageAssembler {
    private enum Stage {
        case head(PartialHead)
        case payload(FrameHead, received: Int)
    }

    private let role: Role
    private let deflates: Bool
    private var stage = Stage.head(PartialHead())
    private var message: PartialMessage?
    private var messageBytes = GrowingBytes()
    private var controlBytes = GrowingBytes()

    init(role: Role, deflates: Bool) {
        self.role = role
        self.deflates = deflates
    }

    /// Whether nothing is held but the bytes of the event that came last.
    var isSpent: Bool {
        guard message == nil, case .head(let head) = stage else { return false }
        return head.isEmpty
    }

    /// Takes bytes from `input` up to the next event; nil when they are used up before.
    func next(
        _ input: inout UnsafeMutableRawBufferPointer, limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event? {
        while true {
            switch stage {
            case .head(var partial):
                let head = try partial.take(from: &input, as: role, deflates: deflates)
                guard let head else {
                    stage = .head(partial)
                    return nil
                }
                try begin(head, limits: limits)
            case .payload(let head, let received):
                let chunk = input.takeFirst(head.payloadCount - received)
                Masking.apply(head.key, to: chunk, offset: received)
                try keep(UnsafeRawBufferPointer(chunk), of: head)
                guard received + chunk.count == head.payloadCount else {
                    stage = .payload(head, received: received + chunk.count)
                    return nil
                }
                stage = .head(PartialHead())
                let event = try finish(head, limits: limits, inflater: inflater)
                if let event { return event }
            }
        }
    }

    private func begin(_ head: FrameHead, limits: MessageLimits) throws(Violation) {
        try head.check(after: message, within: limits)
        stage = .payload(head, received: 0)
        guard !head.opcode.isControl else {
            controlBytes.clear()
            return
        }
        if message == nil { message = PartialMessage(head) }
        message?.beginFragment()
    }

    /// Keeps one unmasked piece of a payload.
    private func keep(_ chunk: UnsafeRawBufferPointer, of head: FrameHead) throws(Violation) {
        guard !head.opcode.isControl else {
            controlBytes.append(chunk, expecting: head.payloadCount)
            return
        }
        let before = message?.byteCount ?? 0
        try message?.extend(by: chunk)
        messageBytes.append(chunk, expecting: before + head.payloadCount)
    }

    /// The event that this frame completes, if it does.
    private func finish(
        _ head: FrameHead, limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event? {
        guard !head.opcode.isControl else {
            return try Event.frame(head.opcode, controlBytes.bytes)
        }
        guard head.isFinal, let whole = message else { return nil }
        message = nil
        return try whole.finished(messageBytes.bytes, limits: limits, inflater: inflater)
    }
}

/// A message that has arrived in part.
struct PartialMessage {
    /// The kind of the message.
    enum Kind {
        case text(UTF8Check)
        case binary
        /// Compressed, so that nothing can be said of its content before it is whole.
        case deflated(Opcode)
    }

    private(set) var kind: Kind
    private(set) var byteCount = 0
    private(set) var fragmentCount = 0

    var isDeflated: Bool {
        guard case .deflated = kind else { return false }
        return true
    }

    /// The message that `head` begins.
    init(_ head: FrameHead) {
        kind =
            head.isDeflated
            ? .deflated(head.opcode) : head.opcode == .text ? .text(UTF8Check()) : .binary
    }

    /// Counts one more frame.
    mutating func beginFragment() {
        fragmentCount += 1
    }

    /// Takes the next unmasked bytes into account, before they are kept.
    ///
    /// - Throws: `invalidText` as soon as no text can begin like this.
    /// - Source: RFC 6455 §8.1.
    mutating func extend(by bytes: UnsafeRawBufferPointer) throws(Violation) {
        byteCount += bytes.count
        guard case .text(var check) = kind else { return }
        guard check.accept(bytes) else { throw .invalidText }
        kind = .text(check)
    }

    /// The event that the whole message is.
    ///
    /// - Parameter inflater: refused as a reserved bit, if it is needed and missing.
    func finished(
        _ bytes: UnsafeRawBufferPointer, limits: MessageLimits, inflater: Inflater?
    ) throws(Violation) -> Event {
        switch kind {
        case .binary: return .binary(bytes)
        case .deflated(let opcode):
            return try .deflated(opcode, bytes, limits: limits, inflater: inflater)
        case .text(let check):
            guard check.isAtBoundary else { throw .invalidText }
            return .text(bytes)
        }
    }
}

/// Memory that one owner fills from the front.
///
/// Not an `Array`, because an event points into it after the call that filled it has returned.
struct GrowingBytes: ~Copyable {
    // SAFETY: allocated and freed here only; `count` never exceeds its size.
    private var storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0

    deinit { storage.deallocate() }

    /// The bytes appended; valid until the next append and while this lives.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: storage[..<count])
    }

    /// Forgets the bytes and keeps the memory.
    mutating func clear() {
        count = 0
    }

    /// Copies `bytes` to the end.
    ///
    /// - Parameter expected: how many bytes there will be in the end, as far as is known.
    /// - Memory: at most twice the bytes received, whatever size a peer has announced.
    mutating func append(_ bytes: UnsafeRawBufferPointer, expecting expected: Int) {
        let needed = count + bytes.count
        if needed > storage.count {
            grow(to: max(needed, min(2 * needed, expected)))
        }
        UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
        count = needed
    }

    private mutating func grow(to capacity: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: bytes)
        storage.deallocate()
        storage = larger
    }
}
