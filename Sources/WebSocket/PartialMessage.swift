/// A message of which some has come.
struct PartialMessage {
    /// What it is to become.
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
