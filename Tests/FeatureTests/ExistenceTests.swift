import Friends
import Kernel
import Reports
import SwiftProtobuf
import Testing
import Wire

/// Whether there is somebody of a name: who asks that is counted.
@Suite struct `Whether somebody exists` {
    /// Commands that tell it, each limited in how often it may be used.
    static let telling: [String: Rate] = [
        "userLookup": .lookups, "userBlock": .blocks, "userReport": .reports,
        "friendRequest": .requests, "friendsChange": .requests, "friendImport": .imports,
    ]

    @Test func `is told by what has a limit of its own, and by nothing else`() throws {
        let commands = [ClientMessage.OneOf_Command].towards("dora")
        // These name nobody, and answer by chance.
        for command in commands where !["wordDraw", "wordPlay"].contains(command.wireName) {
            let traces = try [true, false].map { exists in
                let world = try World(friends: [("ana", "ben")])
                if exists { try world.signUp("dora") }
                _ = try? world.ben.call(command)
                _ = try? world.ben.call(command, .binary)
                return world.ben.trace
            }
            let rate = try World().catalog[.json(command.wireName)]?.rate
            if let limit = Self.telling[command.wireName] {
                #expect(rate == limit && traces[0] != traces[1], "\(command.wireName)")
            } else {
                #expect(traces[0] == traces[1], "\(command.wireName)")
            }
        }
    }

    @Test func `is not told by a cid either`() throws {
        let traces = try [true, false].map { exists in
            let world = try World()
            if exists { try world.signUp("dora") }
            for cid in ["1", "1", "2"] {
                for command in Self.quiet(towards: "dora", cid: cid) {
                    _ = try? world.ben.call(command)
                }
            }
            return world.ben.trace
        }
        #expect(traces[0] == traces[1])
    }

    /// What tells nothing, with a cid.
    private static func quiet(
        towards other: String, cid: String
    ) -> [ClientMessage.OneOf_Command] {
        [
            .userUnblock(.with { ($0.user, $0.cid) = (other, "unblock \(cid)") }),
            .friendAccept(.with { ($0.from, $0.cid) = (other, "accept \(cid)") }),
            .friendDecline(.with { ($0.from, $0.cid) = (other, "decline \(cid)") }),
            .friendWithdraw(.with { ($0.to, $0.cid) = (other, "withdraw \(cid)") }),
        ]
    }
}
