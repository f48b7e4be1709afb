import SwiftProtobuf
import Wire

@testable import Terminal

extension Samples {
    /// Ben is here and up for coffee, as ana is; cleo has written, five minutes ago; of dan nobody
    /// knows; eve asks.
    static let session = SessionOpened.with {
        $0.top = 9
        $0.snapshot.friends.friends = [
            .with { ($0.user, $0.online) = (person("ben", "Ben Smith"), true) },
            .with {
                ($0.user, $0.online) = (person("cleo", "cleo"), false)
                $0.lastSeen = Google_Protobuf_Timestamp(seconds: at.seconds - 300)
            },
            .with { $0.user = person("dan", "dan") },
        ]
        $0.snapshot.mailbox.incoming = [.with { $0.user = person("eve", "eve") }]
        $0.snapshot.rooms.rooms = [
            .with {
                ($0.room, $0.with) = ("ana:cleo", "cleo")
                $0.mark = .with { ($0.room, $0.unread) = ("ana:cleo", 3) }
            }
        ]
        $0.snapshot.activities.activities = ["gym", "coffee", "eat"].map { name in
            .with {
                ($0.activity, $0.on) = (name, name == "coffee")
                if $0.on { $0.expiresAt = Google_Protobuf_Timestamp(seconds: at.seconds + 7_100) }
            }
        }
        $0.snapshot.matches.matches = [
            .with { ($0.activity, $0.with) = ("coffee", person("ben", "Ben Smith")) },
            .with {
                ($0.activity, $0.with) = ("coffee", person("cleo", "cleo"))
                $0.until = at
            },
        ]
    }

    static let board: Board = {
        var board = Board(me: "ana")
        board.begin(session)
        return board
    }()
}
