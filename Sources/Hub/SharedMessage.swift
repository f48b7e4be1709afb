import Wire

/// A message that is the same for everybody who gets it: encoded once for each format, and the
/// bytes are shared.
struct SharedMessage {
    private let message: ServerMessage
    private var encoded: [WireFormat: [UInt8]] = [:]

    init(_ body: ServerMessage.OneOf_Body) {
        message = ServerMessage(body)
    }

    mutating func bytes(_ format: WireFormat) -> [UInt8] {
        if let bytes = encoded[format] { return bytes }
        let bytes = message.bytes(format)
        encoded[format] = bytes
        return bytes
    }
}
