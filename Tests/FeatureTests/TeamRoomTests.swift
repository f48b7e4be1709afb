import Friends
import Kernel
import SwiftProtobuf
import Testing
import Wire

/// A formed team is a relation that has a room.
@Suite struct `The team of a project` {
    private let world: World
    private let gathering: UInt32
    private let project: UInt32

    /// ana has a project for three; ben has joined it, cleo attends.
    init() throws {
        world = try World()
        gathering = try world.ana.host([world.ben, world.cleo])
        project = try world.ana.project(at: gathering, capacity: 3).number
        try join("ben", project, of: world.ana)
    }

    private func join(_ name: String, _ project: UInt32, of owner: Person) throws {
        try world[dynamicMember: name].swipe(project)
        try owner.swipe(project, name)
    }

    private func room() throws -> String { try world.ana.project(project).room }

    private func audit() throws {
        for audit in world.catalog.audits {
            let breaches = try world.store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            #expect(breaches == 0, "\(audit.rule)")
        }
    }

    @Test func `has a room since it has two members, with those who join later`() throws {
        let alone = try world.cleo.project(at: gathering, capacity: 3)
        #expect(alone.room.isEmpty)
        #expect(try world.cleo.project(project).room.isEmpty, "cleo is no member")
        let room = try room()
        #expect(try world.ben.members(of: room) == ["ana", "ben"])
        try world.ben.say("hello", to: room)
        try join("cleo", project, of: world.ana)
        #expect(try world.cleo.members(of: room) == ["ana", "ben", "cleo"])
        #expect(try world.cleo.texts(in: room) == [])
        let group = try world.ana.group(room).group
        #expect(group.team && group.owner.isEmpty && group.members == 3)
        try audit()
    }

    @Test func `is changed by the project alone`() throws {
        let room = try room()
        for command in [
            ClientMessage.OneOf_Command.groupLeave(.with { $0.room = room }),
            .groupRename(.with { ($0.room, $0.name) = (room, "Others") }),
            .groupAdd(.with { ($0.room, $0.members) = (room, ["cleo"]) }),
            .groupRemove(.with { ($0.room, $0.member) = (room, "ben") }),
        ] {
            expectRefusal(.conflict, "room") { try world.ana.call(command) }
        }
        try world.ben.call(.projectLeave(.with { $0.number = project }))
        expectRefusal(.notMember, "to") { try world.ben.say("hi", to: room) }
        #expect(try world.ana.members(of: room) == ["ana"])
        try audit()
    }

    @Test func `has the title of the project in its room, and another one reaches all`() throws {
        let room = try room()
        let title = { (title: String) in
            ClientMessage.OneOf_Command.projectUpdate(
                .with { ($0.number, $0.title) = (project, title) })
        }
        _ = try world.ana.project(by: title("Drones"))
        for person in [world.ana, world.ben] {
            #expect(try person.group(room).group.name == "Drones")
            guard case .groupChanged(let changed)? = person.inbox.last else {
                Issue.record("\(person.name) is not told")
                continue
            }
            #expect(changed.group.name == "Drones" && changed.by == "ana")
        }
        let before = world.ben.numberedInbox.count
        _ = try world.ana.project(by: title("Drones"))
        #expect(world.ben.numberedInbox.count == before)
    }

    @Test func `are teammates, who may talk, until they share no project`() throws {
        world.presence.connect(world.ana.id)
        let seen = try world.ben.group(try room()).members.map(\.online)
        #expect(seen == [true, false], "ana, and ben himself")
        try world.ben.say("hi", to: "ana")
        #expect(try world.ana.rooms().rooms.map(\.with).contains("ben"))
        expectRefusal(.notFriends, "to") { try world.cleo.say("hi", to: "ana") }
        let second = try world.ana.project(at: gathering, capacity: 2).number
        try join("ben", second, of: world.ana)
        try world.ben.call(.projectLeave(.with { $0.number = project }))
        try world.ben.say("still here", to: "ana")
        try world.ben.call(.projectLeave(.with { $0.number = second }))
        expectRefusal(.notFriends, "to") { try world.ben.say("hi", to: "ana") }
        try audit()
    }

    @Test func `stay in the room when one blocks the other, but are no teammates`() throws {
        try world.ana.block("ben")
        expectRefusal(.notFriends, "to") { try world.ben.say("hi", to: "ana") }
        try world.ben.say("hi all", to: try room())
        #expect(try world.ana.texts(in: try room()) == [])
        try world.ana.say("hi back", to: try room())
        #expect(try world.ben.texts(in: try room()) == ["hi all", "hi back"])
        try audit()
    }

    @Test func `is gone with its messages when the project is`() throws {
        let room = try room()
        try world.ben.say("a secret", to: room)
        try world.ana.call(.projectDelete(.with { $0.number = project }))
        expectRefusal(.notMember, "to") { try world.ben.say("hi", to: room) }
        expectRefusal(.notFriends, "to") { try world.ben.say("hi", to: "ana") }
        try world.pass(.seconds(5))
        #expect(try world.count(of: "room_message") == 0)
        try audit()
    }
}
