import SwiftProtobuf
import Wire

/// Messages of the server for ana, as of Saturday 2026-11-21, 22:02.
enum Samples {
    static let at = Google_Protobuf_Timestamp(seconds: 1_795_298_520)

    static func person(_ username: String, _ shown: String) -> UserProfile {
        .with { ($0.username, $0.displayName) = (username, shown) }
    }

    static func message(_ from: String, _ text: String) -> RoomMessage {
        .with { ($0.room, $0.seq, $0.from, $0.text, $0.at) = ("ana:ben", 1, from, text, at) }
    }

    static func mark(_ seq: UInt32, unread: UInt32) -> RoomMarked {
        .with { ($0.room, $0.seq, $0.unread) = ("ana:ben", seq, unread) }
    }
}
