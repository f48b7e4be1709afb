import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Taking back what is not there leaves nothing. A command that takes back is recognised by its
/// content, or by the data.
@Suite struct `Taking back` {
    /// A world in which ana and ben are friends, and members of a group of hers.
    private static func world() throws -> (World, room: String) {
        let world = try World(friends: [("ana", "ben")])
        let room = try world.ana.makeGroup("Lunch", with: "ben")
        return (world, room)
    }

    private static func command(
        _ row: TakingBackTable.Row, _ body: String, in room: String, cid: String = ""
    ) throws -> ClientMessage.OneOf_Command {
        let body = body.replacing("$room", with: room)
        let rest = body.dropFirst()
        let filled =
            cid.isEmpty || row.command == "roomType" || row.command.hasPrefix("swipeSet")
                || row.command == "accountLogout"
            ? body : #"{"cid":"\#(cid)"\#(rest == "}" ? "" : ",")\#(rest)"#
        let message = try ClientMessage(jsonString: #"{"id":1,"\#(row.command)":\#(filled)}"#)
        return try #require(message.command)
    }

    @Test(arguments: TakingBackTable.rows.filter { $0.command != "accountLogout" }, ["", "k"])
    func `what is not there makes no commit and no event`(
        row: TakingBackTable.Row, cid: String
    ) throws {
        for body in row.takes + row.perhaps {
            let (world, room) = try Self.world()
            for round in 1...3 {
                // The first may find something.
                let number = cid.isEmpty ? "" : "\(cid)\(round)"
                let command = try Self.command(row, body, in: room, cid: number)
                let commits = world.commits.count
                let signals = world.signals.count
                let events = ["ana", "ben"].map { world[dynamicMember: $0].numberedInbox.count }
                _ = try? world.ana.call(command)
                guard round > 1 else { continue }
                #expect(world.commits.count == commits, "\(row.command) \(body)")
                #expect(world.signals.count == signals, "\(row.command) \(body)")
                #expect(
                    ["ana", "ben"].map { world[dynamicMember: $0].numberedInbox.count } == events,
                    "\(row.command) \(body)")
            }
        }
    }

    @Test func `an activity that is off makes no commit, the first time either`() throws {
        let (world, room) = try Self.world()
        let commits = world.commits.count
        try world.ana.set("gym", on: false)
        try world.ana.set("gym", on: false, in: room)
        try world.ana.call(
            .activitySet(.with { ($0.activity, $0.on, $0.cid) = ("gym", false, "1") }))
        #expect(world.commits.count == commits)
        try world.ana.set("gym", on: true)
        #expect(world.commits.count == commits + 1)
    }

    /// What the data say of a command.
    private static func check(
        _ command: ClientMessage.OneOf_Command, by name: String, in world: World
    ) throws -> Bool {
        var message = ClientMessage()
        (message.id, message.command) = (1, command)
        let bytes: [UInt8] = try message.jsonUTF8Bytes()
        let caller = try #require(world.callers[name])
        let check = try bytes.withUnsafeBytes { (bytes) throws -> TakingBack.Check in
            let envelope = try CommandEnvelope(opening: bytes, format: .json)
            let entry = try #require(world.catalog[envelope.name])
            guard case .ifSo(let check) = try entry.read(.frame(envelope), for: caller).takesBack
            else {
                throw NotThatKind(what: "a question for the data")
            }
            return check
        }
        let refusal = Refusal(.rateLimited, "too often")
        let commits = world.commits.count
        let work = try world.decoded(command, as: caller, .json).work
            .onlyIf(check, for: caller, else: refusal)
        let result = try world.done(work).result
        guard case .failure(let failure) = result, failure.code == .rateLimited else {
            return true
        }
        #expect(world.commits.count == commits)
        return false
    }

    private static func blocking(_ name: String) -> ClientMessage.OneOf_Command {
        .userBlock(.with { $0.user = name })
    }

    @Test
    func `a block takes back only towards a user whom one has met, and shows nothing of others`()
        throws
    {
        for name in ["dora", "nobody"] {
            let world = try World(friends: [("ana", "ben")])
            try world.signUp("dora")
            #expect(try !Self.check(Self.blocking(name), by: "ana", in: world))
        }
        let meetings: [(World) throws -> Void] = [
            { try $0.ana.request("dora") }, { try $0.dora.request("ana") },
            { world in
                try world.ana.request("dora")
                try world.dora.decline("ana")
            },
            { try $0.befriend("dora") },
            { world in
                try world.befriend("dora")
                try world.dora.say("hi", to: "ana")
                try world.dora.remove("ana")
            },
            { world in
                let room = try world.ben.makeGroup("Lunch")
                let code = try world.ben.invite(to: room)
                for person in [world.ana, world.dora] { try person.join(code) }
            },
            { world in
                try world.ben.host([world.ana, world.dora])
            },
        ]
        for (index, meet) in meetings.enumerated() {
            let world = try World(friends: [("ana", "ben")])
            try world.signUp("dora")
            try meet(world)
            #expect(try Self.check(Self.blocking("dora"), by: "ana", in: world), "\(index)")
        }
    }

    @Test func `a request that came behind a block is not shown by another block`() throws {
        let world = try World()
        try world.ana.block("ben")
        try world.ben.request("ana")
        try world.ana.unblock("ben")
        #expect(try !Self.check(Self.blocking("ben"), by: "ana", in: world))
    }

    @Test func `an audience is taken from others by naming the friend who has it already`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let command = ClientMessage.OneOf_Command.audienceSet(
            .with { ($0.activity, $0.add, $0.others) = ("gym", ["ben"], false) })
        #expect(try Self.check(command, by: "ana", in: world))
        try world.ana.select("ben", for: "gym", false)
        #expect(try !Self.check(command, by: "ana", in: world))
    }
}

extension World {
    fileprivate func befriend(_ name: String) throws {
        try self.ana.request(name)
        try self[dynamicMember: name].accept("ana")
    }
}
