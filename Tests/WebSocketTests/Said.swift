import WebSocket

/// An event with bytes of its own, so that a test can keep and compare it.
enum Said: Equatable, Sendable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, String)
    case violation(Violation)

    init(_ event: Event) {
        self =
            switch event {
            case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
            case .binary(let bytes): .binary(Array(bytes))
            case .ping(let bytes): .ping(Array(bytes))
            case .pong(let bytes): .pong(Array(bytes))
            case .close(let code, let reason):
                .close(code, String(decoding: reason, as: UTF8.self))
            case .violation(let violation): .violation(violation)
            }
    }
}

/// What an endpoint makes of `pieces`, each of which comes in a read of its own.
///
/// Every piece has a buffer of exactly its size, spoilt afterwards: an event that reached
/// beyond its read, or was kept in it, would show.
///
/// - Parameter inflater: permessage-deflate was agreed on, if there is one.
func heard(
    _ pieces: [ArraySlice<UInt8>], as role: Role, limits: MessageLimits = MessageLimits(),
    inflater: Inflater? = nil
) -> [Said] {
    var endpoint = Endpoint(role: role, deflate: inflater.map { _ in DeflateTerms() })
    return pieces.flatMap { heard($0, by: &endpoint, limits: limits, inflater: inflater) }
}

/// What `endpoint` makes of one more read.
func heard(
    _ piece: some Collection<UInt8>, by endpoint: inout Endpoint,
    limits: MessageLimits = MessageLimits(), inflater: Inflater? = nil
) -> [Said] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: piece)
    var input = buffer
    var said: [Said] = []
    while let event = endpoint.next(&input, limits: limits, inflater: inflater) {
        said.append(Said(event))
    }
    precondition(input.isEmpty, "an endpoint that has no more to say has taken everything")
    buffer.initializeMemory(as: UInt8.self, repeating: 0xA5)
    return said
}
