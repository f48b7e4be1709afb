import Accounts
import Kernel
import Rooms
import Testing
import Wire

/// Who may know what a member of a group does now: that the member is typing.
@Suite struct `The audience of a member of a group` {
    /// ana, with her friends ben and cleo; these two are no friends.
    private let world: World
    private let room: String

    init() throws { (world, room) = try `A group`.world() }

    private func audience(of name: String, in room: String? = nil) throws -> [String] {
        let id = try world.caller(of: name).user
        let room = room ?? self.room
        let people = try world.store.snapshot { (snapshot) throws(Refusal) in
            try RoomsFeature.audience(of: id, in: room, snapshot)
        }
        return try ["ana", "ben", "cleo"].filter { try people.contains(world.caller(of: $0).user) }
    }

    @Test func `is the other members who see the member's presence`() throws {
        #expect(try audience(of: "ana") == ["ben", "cleo"])
        #expect(try audience(of: "ben") == ["ana"] && audience(of: "cleo") == ["ana"])
        try world.ana.remove("ben")
        #expect(try audience(of: "ana") == ["cleo"] && audience(of: "ben") == [])
        try world.ana.block("cleo")
        #expect(try audience(of: "ana") == [] && audience(of: "cleo") == [])
    }

    @Test func `has no former member, and a former member has none`() throws {
        try world.ben.leave(room)
        #expect(try audience(of: "ana") == ["cleo"] && audience(of: "ben") == [])
    }

    @Test(arguments: ["", "#", "#0", "#01", "#4294967295", "#4294967296", "#x", "ana:ben"])
    func `is empty where there is no group`(_ room: String) throws {
        #expect(try audience(of: "ana", in: room) == [])
    }
}
