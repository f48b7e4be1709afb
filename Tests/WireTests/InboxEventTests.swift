import SwiftProtobuf
import Testing
import Wire

/// An event is encoded once; the seq goes in front of bytes that all recipients share.
@Suite struct `An inbox event` {
    static let bodies: [ServerMessage.OneOf_Body] = [
        .match(
            .with {
                $0.activity = "coffee"
                $0.with.username = "ben"
                $0.with.displayName = "Ben \"the\u{1F}\" \\ 🫖"
            }),
        .roomMessage(
            .with {
                $0.room = "ana:ben"
                $0.seq = 42
                $0.text = "\u{0}\n\u{2028}</script>"
                $0.at = Google_Protobuf_Timestamp(unixMilliseconds: 1)
            }),
        .roomBadge(.with { $0.mark.unread = 0 }),
        .activityChanged(.with { $0.on = false }),
        .friendRemoved(FriendRemoved()),
    ]
    static let seqs: [UInt32] = [1, 127, 128, 16_383, 16_384, 2_097_152, 268_435_456, .max]

    @Test(arguments: bodies, WireFormat.allCases)
    func `is what protobuf makes of the whole message`(
        body: ServerMessage.OneOf_Body, format: WireFormat
    ) throws {
        var event = InboxEvent(body, atMilliseconds: 1_795_176_000_123)
        for seq in Self.seqs {
            var whole = ServerMessage(body)
            whole.seq = seq
            whole.at = Google_Protobuf_Timestamp(unixMilliseconds: 1_795_176_000_123)
            let payload = event.payload(seq: seq, format)
            #expect(payload == whole.bytes(format), "seq \(seq)")
            let parsed =
                format == .json
                ? try ServerMessage(jsonUTF8Bytes: payload)
                : try ServerMessage(serializedBytes: payload)
            #expect(parsed == whole, "seq \(seq)")
        }
    }

    @Test func `has one payload for all devices of a recipient`() {
        var event = InboxEvent(Self.bodies[1], atMilliseconds: 1)
        let payloads = (0..<3).map { _ in event.payload(seq: 7, .json) }
        let places = Set(payloads.map { $0.withUnsafeBytes(\.baseAddress) })
        #expect(places.count == 1)
        let others: [(UInt32, WireFormat)] = [(7, .binary), (8, .binary), (7, .json)]
        for (seq, format) in others {
            var alone = InboxEvent(Self.bodies[1], atMilliseconds: 1)
            #expect(event.payload(seq: seq, format) == alone.payload(seq: seq, format))
        }
    }

    @Test(arguments: bodies, WireFormat.allCases)
    func `is the same when it comes back from the store`(
        body: ServerMessage.OneOf_Body, format: WireFormat
    ) {
        var event = InboxEvent(body, atMilliseconds: 1_795_176_000_123)
        var again = InboxEvent(stored: event.stored)
        #expect(again.body == body)
        #expect(again.payload(seq: 5, format) == event.payload(seq: 5, format))
    }

    @Test func `whose stored bytes say what JSON cannot is still a message with its seq`() throws {
        let late = ServerMessage.with { $0.at.seconds = .max }
        var event = InboxEvent(stored: try late.serializedBytes())
        let parsed = try ServerMessage(jsonUTF8Bytes: event.payload(seq: 5, .json))
        #expect(parsed == .with { $0.seq = 5 })
    }

    @Test func `that cannot be encoded traps when we have built it ourselves`() async {
        await #expect(processExitsWith: .failure) {
            _ = ServerMessage.with { $0.at.seconds = .max }.bytes(.json)
        }
    }

    @Test func `whose stored bytes are damaged is still a message with its seq`() throws {
        var event = InboxEvent(stored: [0xFF])
        #expect(event.body == nil)
        let parsed = try ServerMessage(jsonUTF8Bytes: event.payload(seq: 5, .json))
        #expect(parsed == .with { $0.seq = 5 })
    }

    @Test func `of a later version is still a message with its seq and time`() throws {
        let later = ServerMessage.with {
            $0.at = Google_Protobuf_Timestamp(unixMilliseconds: 1000)
        }
        var event = InboxEvent(stored: later.bytes(.binary) + [0xA2, 0x38, 1, 0])
        let parsed = try ServerMessage(jsonUTF8Bytes: event.payload(seq: 5, .json))
        #expect(parsed.seq == 5)
        #expect(parsed.at == later.at)
        #expect(parsed.body == nil)
    }
}
