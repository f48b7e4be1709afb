/// What an endpoint holds while a head, a payload or a message has come in part.
///
/// A class, so that an endpoint to which nothing is owed costs one empty pointer.
///
/// - Memory: about 150 bytes, and at most twice the payload bytes that have come.
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
