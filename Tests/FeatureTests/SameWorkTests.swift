import SwiftProtobuf
import Testing
import Wire

/// What must not be told by an answer must not be told by the time that it takes: the same
/// statements are run, and so many of them, whatever is hidden.
@Suite struct `Behind the same answer is the same work` {
    @Test func `asking a stranger, and asking who has blocked me`() throws {
        let world = try World()
        try world.ana.block("ben")
        let stranger = try world.work(of: .asking("cleo"), by: "ben")
        #expect(stranger.contains { $0.hasPrefix("INSERT INTO inbox") })
        #expect(try world.work(of: .asking("ana"), by: "ben") == stranger)
    }

    @Test func `taking back a request that is pending, and one that was declined`() throws {
        let world = try World()
        try world.ben.request("cleo")
        try world.ben.request("ana")
        try world.ana.decline("ben")
        let pending = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("ana"), by: "ben") == pending)
    }

    @Test func `taking a request back from a stranger, and from nobody`() throws {
        let world = try World()
        let stranger = try world.work(of: .withdrawing("cleo"), by: "ben")
        #expect(try world.work(of: .withdrawing("nobody"), by: "ben") == stranger)
    }
}

extension ClientMessage.OneOf_Command {
    fileprivate static func asking(_ other: String) -> Self {
        .friendRequest(.with { $0.to = other })
    }

    fileprivate static func withdrawing(_ other: String) -> Self {
        .friendWithdraw(.with { $0.to = other })
    }
}
