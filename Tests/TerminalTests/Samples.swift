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

    static let comment = CircleComment.with {
        ($0.id, $0.from, $0.text, $0.at) = ("8", person("ben", "Ben Smith"), "well done", at)
    }

    static let post = CirclePost.with {
        ($0.id, $0.author, $0.with) = ("7", person("ben", "Ben Smith"), person("cleo", "cleo"))
        ($0.activity, $0.title, $0.text, $0.at) = ("coffee", "Coffee", "hi you", at)
        ($0.likes, $0.comments, $0.commentCount) = (2, [comment], 3)
    }

    static func mark(_ seq: UInt32, unread: UInt32) -> RoomMarked {
        .with { ($0.room, $0.seq, $0.unread) = ("ana:ben", seq, unread) }
    }
}
