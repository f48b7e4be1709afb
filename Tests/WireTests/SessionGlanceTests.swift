import SwiftProtobuf
import Testing
import Wire

@Suite struct `A glance at a session` {
    private static let sessions = [
        "{}",
        #"{"user":{"username":"ana","displayName":"Ana","avatar":"/a.svg"}}"#,
        #"{"user":{"username":"ana"},"top":9,"snapshot":{}}"#,
        """
        {"user":{"username":"ana"},"snapshot":{"friends":{"friends":[{},
            {"user":{"username":"ben"},"since":"2026-11-24T01:02:03Z","online":true},
            {"user":{"username":"cem"},"lastSeen":"2026-11-24T01:02:03Z"}]}}}
        """,
    ]

    @Test(arguments: sessions)
    func `sees what is there when all of it is read`(json: String) throws {
        let message = ServerMessage(id: 7, .session(try SessionOpened(jsonString: json)))
        let bytes = message.bytes(.binary)
        let glance = try #require(bytes.withUnsafeBytes { SessionGlance($0) })
        #expect(glance.username == message.session.user.username)
        #expect(glance.friendCount == message.session.snapshot.friends.friends.count)
    }

    @Test func `sees nothing in another answer, or in none`() throws {
        let other: [UInt8] = try ServerMessage(
            jsonString: #"{"id":1,"error":{"code":"NOT_FRIENDS","message":"no"}}"#
        ).serializedBytes()
        for bytes in [other, [], Array("garbage".utf8), [0xFF]] {
            #expect(bytes.withUnsafeBytes { SessionGlance($0) == nil })
        }
    }

    @Test func `sees nothing where what it looks at cannot be read`() throws {
        // Field 110 with a user, a snapshot, a list of friends and a friend that break off.
        for inside: [UInt8] in [
            [0xFF], [0x0A, 2, 0x0A, 5], [0x3A, 1, 0x0A], [0x3A, 3, 0x0A, 1, 10],
            [0x3A, 5, 0x0A, 3, 0x0A, 1, 0xFF],
        ] {
            let bytes = [0xF2, 0x06, UInt8(inside.count)] + inside
            #expect(bytes.withUnsafeBytes { SessionGlance($0) == nil }, "\(inside)")
        }
    }

    @Test(arguments: sessions)
    func `survives an answer that breaks off, or is changed`(json: String) throws {
        let bytes = ServerMessage(.session(try SessionOpened(jsonString: json))).bytes(.binary)
        for end in bytes.indices {
            #expect(bytes[..<end].withUnsafeBytes { SessionGlance($0) == nil })
            var changed = bytes
            changed[end] ^= 0x83
            _ = changed.withUnsafeBytes { SessionGlance($0) }
        }
    }
}
