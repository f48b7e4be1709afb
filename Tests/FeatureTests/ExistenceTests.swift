import Friends
import Kernel
import Reports
import SwiftProtobuf
import Testing
import Wire

/// Commands that show whether a username is taken are counted.
@Suite struct `Whether a user exists` {
    /// Commands that show it, each with the limit on its use.
    static let telling: [String: Rate] = [
        "userLookup": .lookups, "userBlock": .blocks, "userReport": .reports,
        "friendRequest": .requests, "friendsChange": .requests, "friendImport": .imports,
    ]

    @Test func `is shown by commands with a limit of their own, and by nothing else`() throws {
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

    @Test func `is not shown by a cid either`() throws {
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

    /// Commands that show nothing, with a cid.
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
