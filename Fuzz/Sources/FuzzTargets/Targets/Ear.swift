import WebSocket

/// An endpoint that listens to one peer.
final class Ear {
    private var endpoint: Endpoint
    private let limits: MessageLimits
    private let inflater: Inflater?

    /// - Parameter inflater: nil if permessage-deflate was not agreed on.
    init(role: Role, limits: MessageLimits, inflater: Inflater? = nil) {
        endpoint = Endpoint(role: role, deflate: inflater.map { _ in DeflateTerms() })
        self.limits = limits
        self.inflater = inflater
    }

    /// What `pieces` say, each of which comes in a read of its own.
    static func heard(
        _ pieces: [ArraySlice<UInt8>], as role: Role, limits: MessageLimits,
        inflater: Inflater? = nil
    ) -> [Said] {
        let ear = Ear(role: role, limits: limits, inflater: inflater)
        var said: [Said] = []
        for piece in pieces { ear.hear(piece) { said.append(Said($0)) } }
        return said
    }

    /// Takes a read that has a buffer of exactly its size, so that the address sanitizer sees code
    /// that reads beyond it or keeps it.
    func hear(_ piece: ArraySlice<UInt8>, _ body: (Event) -> Void) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: piece)
        hear(buffer, body)
    }

    /// Takes a read that lies in `buffer`.
    func hear(_ buffer: UnsafeMutableRawBufferPointer, _ body: (Event) -> Void) {
        var input = buffer
        while let event = endpoint.next(&input, limits: limits, inflater: inflater) {
            body(event)
            expectState(after: event)
        }
        Oracle.require(input.isEmpty, "nil with \(input.count) bytes left")
    }

    private func expectState(after event: Event) {
        switch event {
        case .close, .violation:
            Oracle.require(endpoint.state == .answering, "owes a close frame: \(endpoint.state)")
        default:
            Oracle.require(endpoint.state == .open, "has become \(endpoint.state)")
        }
    }
}
