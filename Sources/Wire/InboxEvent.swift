import SwiftProtobuf

/// A durable event, encoded once for all its recipients; only the seq differs between them.
///
/// Binary protobuf messages concatenate, and a JSON object takes another member in front: so the
/// seq goes before bytes that everybody shares.
public struct InboxEvent: Sendable {
    /// The event without its seq, as it is stored.
    public let stored: [UInt8]
    private var json: [UInt8]?

    /// An event that has just happened.
    public init(_ body: ServerMessage.OneOf_Body, atMilliseconds: Int64) {
        var message = ServerMessage(body)
        message.at = Google_Protobuf_Timestamp(unixMilliseconds: atMilliseconds)
        stored = message.bytes(.binary)
    }

    /// An event read back from the store.
    public init(stored: [UInt8]) {
        self.stored = stored
    }

    /// The body, for tests and for pages that show events again.
    public var body: ServerMessage.OneOf_Body? {
        (try? ServerMessage(serializedBytes: stored))?.body
    }

    /// The frame's payload for the recipient who has it at `seq`.
    public mutating func payload(seq: UInt32, _ format: WireFormat) -> [UInt8] {
        switch format {
        case .binary: return Self.varintField(2, seq) + stored
        case .json:
            let shared = json ?? Self.json(stored)
            json = shared
            let comma = shared == Self.emptyJSON ? "" : ","
            return Array("{\"seq\":\(seq)\(comma)".utf8) + shared.dropFirst()
        }
    }

    private static let emptyJSON = Array("{}".utf8)

    /// What is stored; nothing of it when it is damaged.
    private static func json(_ stored: [UInt8]) -> [UInt8] {
        (try? ServerMessage(serializedBytes: stored))?.bytes(.json) ?? emptyJSON
    }

    private static func varintField(_ number: UInt8, _ value: UInt32) -> [UInt8] {
        var bytes = [number << 3]
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
        return bytes
    }
}
