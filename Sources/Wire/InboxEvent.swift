import SwiftProtobuf

/// A durable event, encoded once for all its recipients; only the seq differs between them.
///
/// Binary protobuf messages concatenate, and a JSON object takes another member in front: so the
/// seq goes before bytes that everybody shares.
public struct InboxEvent: Sendable {
    /// The event without its seq, as it is stored.
    public let stored: [UInt8]
    /// The same as a message, if it need not be decoded first (2.5 % of a chat's processor time).
    private let message: ServerMessage?
    private var json: [UInt8]?
    /// The payload that was made last: devices of one user share it.
    private var last: (seq: UInt32, format: WireFormat, payload: [UInt8])?

    /// An event that has just happened.
    public init(_ body: ServerMessage.OneOf_Body, atMilliseconds: Int64) {
        var message = ServerMessage(body)
        message.at = Google_Protobuf_Timestamp(unixMilliseconds: atMilliseconds)
        self.message = message
        stored = message.bytes(.binary)
    }

    /// An event in another form than the stored one, with its time.
    public init(_ message: ServerMessage) {
        self.message = message
        stored = message.bytes(.binary)
    }

    /// An event that says nothing any more: who it was about has left.
    public init(blankAtMilliseconds: Int64) {
        var message = ServerMessage()
        message.at = Google_Protobuf_Timestamp(unixMilliseconds: blankAtMilliseconds)
        self.message = message
        stored = message.bytes(.binary)
    }

    /// An event read back from the store.
    public init(stored: [UInt8]) {
        self.stored = stored
        message = nil
    }

    private init(stored: [UInt8], as message: ServerMessage) {
        (self.stored, self.message) = (stored, message)
    }

    /// The event, which need not be decoded again, and what it says; nil when it is damaged.
    public var decoded: (event: InboxEvent, message: ServerMessage)? {
        guard let message = message ?? (try? ServerMessage(serializedBytes: stored)) else {
            return nil
        }
        return (InboxEvent(stored: stored, as: message), message)
    }

    /// The event without what it says: only its time stays.
    public var blanked: InboxEvent {
        InboxEvent(blankAtMilliseconds: decoded?.message.at.unixMilliseconds ?? 0)
    }

    /// The body; decoded, unless the event has just happened.
    public var body: ServerMessage.OneOf_Body? {
        (message ?? (try? ServerMessage(serializedBytes: stored)))?.body
    }

    /// The number of the body's field in `ServerMessage`, read off the bytes without decoding them;
    /// nil for an event that says nothing any more.
    public var field: Int? {
        stored.withUnsafeBytes { BinaryMembers.number(in: $0, where: { $0 > Self.envelopeMax }) }
    }

    /// Fields up to this are the envelope's: the schema keeps 1 to 9 for it.
    private static let envelopeMax = 9

    /// The frame's payload for the recipient who has it at `seq`.
    ///
    /// The devices of a recipient share it: new memory for each is what took the hub's time.
    public mutating func payload(seq: UInt32, _ format: WireFormat) -> [UInt8] {
        if let last, last.seq == seq, last.format == format { return last.payload }
        let payload = framed(seq, format)
        last = (seq, format, payload)
        return payload
    }

    private mutating func framed(_ seq: UInt32, _ format: WireFormat) -> [UInt8] {
        switch format {
        case .binary: return Self.varintField(2, seq) + stored
        case .json:
            let shared = json ?? encoded
            json = shared
            let comma = shared == Self.emptyJSON ? "" : ","
            return Array("{\"seq\":\(seq)\(comma)".utf8) + shared.dropFirst()
        }
    }

    private static let emptyJSON = Array("{}".utf8)

    /// What is stored; nothing of it when it is damaged.
    private var encoded: [UInt8] {
        if let message { return message.bytes(.json) }
        let kept = try? ServerMessage(serializedBytes: stored)
        return (try? kept?.jsonUTF8Bytes()) ?? Self.emptyJSON
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
