/// A message of which some has come.
struct PartialMessage {
    /// What it is to become.
    enum Kind {
        case text(UTF8Check)
        case binary
    }

    private(set) var kind: Kind
    private(set) var byteCount = 0
    private(set) var fragmentCount = 0

    /// The message that a frame of `opcode` begins.
    init(_ opcode: Opcode) {
        kind = opcode == .text ? .text(UTF8Check()) : .binary
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
    func finished(_ bytes: UnsafeRawBufferPointer) throws(Violation) -> Event {
        switch kind {
        case .binary: return .binary(bytes)
        case .text(let check):
            guard check.isAtBoundary else { throw .invalidText }
            return .text(bytes)
        }
    }
}
