import Kernel
import SwiftProtobuf
import Testing
import Wire

/// I2, for every command that changes something: the same `cid` has one effect and gets the first
/// reply, on whatever connection and after a restart; anything else under it is a conflict.
@Suite struct `A command that is sent again` {
    typealias Command = ClientMessage.OneOf_Command

    /// One command of ana's, in a world in which ben is her friend and cleo is not.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var before: @Sendable (World) throws -> Void = { _ in }
        /// The command with this `cid`.
        let command: @Sendable (_ cid: String) -> Command
        /// The same command with other content.
        let other: @Sendable (_ cid: String) -> Command
    }

    static func world(_ row: Row) throws -> World {
        let world = try World(friends: [("ana", "ben")])
        try row.before(world)
        return world
    }

    /// The number of events in every inbox, and the number of signals to the hub.
    static func effects(in world: World) -> [String] {
        World.cast.map { name in "\(name) \(world[dynamicMember: name].numberedInbox.count)" }
            + ["hub \(world.signals.count)"]
    }

    @Test(arguments: rows)
    func `has one effect, and the first reply`(row: Row) throws {
        let world = try Self.world(row)
        let first = try world.ana.call(row.command("k1"))
        let effects = Self.effects(in: world)
        try world.pass(.seconds(20))
        try world.restart()
        let phone = try world.ana.openSession(token: world.ana.logIn().token).grant.caller
        let again = try world.call(row.command("k1"), by: "ana", as: phone, .binary)
        #expect(try again.result.get() == first)
        #expect(again.deliveries.isEmpty && again.signals.isEmpty)
        #expect(Self.effects(in: world).dropLast() == effects.dropLast())
    }

    @Test(arguments: rows)
    func `in the same commit has one effect`(row: Row) throws {
        let world = try Self.world(row)
        let results = try world.together([("ana", row.command("k1")), ("ana", row.command("k1"))])
        #expect(try results[0].result.get() == results[1].result.get())
        #expect(results[1].deliveries.isEmpty && results[1].signals.isEmpty)
    }

    @Test(arguments: rows)
    func `with other content, or as another command, is a conflict`(row: Row) throws {
        let world = try Self.world(row)
        try world.ana.call(row.command("k1"))
        let effects = Self.effects(in: world)
        expectRefusal(.conflict, "cid") { try world.ana.call(row.other("k1")) }
        for stranger in Self.rows where stranger.testDescription != row.testDescription {
            expectRefusal(.conflict, "cid") { try world.ana.call(stranger.command("k1")) }
        }
        #expect(Self.effects(in: world) == effects)
    }

    @Test(arguments: rows)
    func `is another's own, and takes 64 bytes`(row: Row) throws {
        let world = try Self.world(row)
        let long = String(repeating: "ü", count: 32)
        try world.ben.call(
            .activitySet(.with { ($0.activity, $0.on, $0.cid) = ("gym", true, long) }))
        expectRefusal(.invalidField, "cid") { try world.ana.call(row.command(long + "x")) }
        try world.ana.call(row.command(long))
    }

    @Test func `is whatever changes something, but for a log-out and an acknowledgement`() throws {
        let writes = try World().catalog.entries.filter { $0.verb == .write }.map(\.name)
        let without: Set = [
            "accountLogout", "sessionAck", "emailProve", "emailConfirm", "secondFactorConfirm",
            "tokenRenew", "invitationCreate", "passkeyProveBegin", "passkeyAddBegin",
            // The same way again changes nothing.
            "swipeSet",
        ]
        #expect(Set(writes) == without.union(Self.rows.map(\.testDescription)))
    }

    @Test func `needs no cid, unless it is a message`() throws {
        for row in Self.rows where row.testDescription != "roomSend" {
            try Self.world(row).ana.call(row.command(""))
        }
        let world = try World(friends: [("ana", "ben")])
        expectRefusal(.invalidField, "cid") { try world.ana.say("hi", to: "ben", cid: "") }
    }

    @Test func `that was refused has used up no cid`() throws {
        let world = try World()
        let request = Command.friendRequest(.with { ($0.to, $0.cid) = ("dora", "k1") })
        expectRefusal(.notFound, "to") { try world.ana.call(request) }
        try world.signUp("dora")
        try world.ana.call(request)
        #expect(world.dora.inbox == [.requested(by: "ana")])
    }

    @Test func `is remembered for 30 days, and then forgotten`() throws {
        let world = try World(friends: [("ana", "ben")])
        let first = try world.ana.say("hi", to: "ben", cid: "k1")
        try world.pass(.seconds(30 * 86_400))
        #expect(try world.ana.say("hi", to: "ben", cid: "k1") == first)
        try world.pass(.milliseconds(1))
        #expect(try world.ana.say("hi", to: "ben", cid: "k1").seq == 2)
    }

    @Test func `is limited in how often it may leave a reply to be kept`() throws {
        // Each of these needs a request or a friendship, and ends it.
        let rare: Set = ["friendAccept", "friendDecline", "friendWithdraw", "friendRemove"]
        let catalog = try World().catalog
        for command in [ClientMessage.OneOf_Command].towards("ben") + [.privacySet(PrivacySet())] {
            guard command.cid != nil, !rare.contains(command.wireName) else { continue }
            #expect(catalog[.json(command.wireName)]?.rate != nil, "\(command.wireName)")
        }
    }

    @Test func `is forgotten in small steps, that come to every row`() throws {
        let world = try World()
        for name in World.cast {
            _ = try world.together(
                (1...400).map { number in
                    (
                        name,
                        .activitySet(
                            .with { ($0.activity, $0.on, $0.cid) = ("gym", true, "k\(number)") })
                    )
                })
        }
        #expect(try world.repliesKept() == 1_200)
        try world.pass(.seconds(31 * 86_400))
        #expect(try world.repliesKept() == 700)
        try world.ana.call(
            .activitySet(.with { ($0.activity, $0.on, $0.cid) = ("gym", true, "new") }))
        for _ in 1...3 { try world.pass(.seconds(1)) }
        #expect(try world.repliesKept() == 1)
    }
}

extension World {
    fileprivate func repliesKept() throws -> Int64? {
        try store.snapshot { (snapshot) throws(Refusal) in
            try snapshot.first(
                Query("SELECT count(*) FROM command_log") { columns throws(StoreError) in
                    try columns.integer()
                })
        }
    }
}
