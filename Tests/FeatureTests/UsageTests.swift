import Kernel
import Testing
import Wire

/// The counts of what users do, and the pseudonyms under which the event log has each act.
@Suite struct `What users do` {
    /// ana and ben become friends and match, and ana makes a plan.
    private static func use(_ world: World) throws {
        try world.ana.request("ben")
        try world.ben.accept("ana")
        try world.ana.set("coffee", on: true)
        try world.pass(.seconds(90))
        try world.ben.set("coffee", on: true)
        try world.ana.plan("coffee")
        try world.ana.set("coffee", on: false)
        try world.pass(.seconds(7_200))
    }

    @Test func `is counted by activity, without users`() throws {
        let world = try World()
        try Self.use(world)
        #expect(
            world.usage == [
                UsageRecord(.befriended), UsageRecord(.turnedOn, "coffee"),
                UsageRecord(.turnedOn, "coffee"),
                UsageRecord(.matched, "coffee", wait: .seconds(90)),
                UsageRecord(.planned, "coffee"), UsageRecord(.turnedOff, "coffee"),
                UsageRecord(.expired, "coffee"),
            ])
    }

    @Test func `is logged under pseudonyms of one day, which an administrator resolves`() throws {
        let world = try World()
        world.log.isDetailed = true
        try Self.use(world)
        let names = world.usage.map(\.users)
        let (ana, ben) = (names[1][0], names[2][0])
        #expect(names == [[ben, ana], [ana], [ben], [ana, ben], [ana], [ana], [ben]])
        for text in ["ana", "ben", "\(world.ana.id)"] { #expect(!ana.contains(text)) }
        #expect(try world.order("user", #"{"user":"\#(ana)"}"#).contains(#""user":"ana""#))
        try world.pass(.seconds(86_400))
        try world.ana.set("gym", on: true)
        #expect(world.usage.last?.users.first?.suffix(12) != ana.suffix(12))
        #expect(try world.order("user", #"{"user":"\#(ben)"}"#).contains(#""user":"ben""#))
    }

    @Test func `has no user any more whose account is deleted`() throws {
        let world = try World()
        world.log.isDetailed = true
        try Self.use(world)
        let ana = world.usage[1].users[0]
        try world.ana.deleteAccount()
        expectRefusal(.notFound, "user") { try world.order("user", #"{"user":"\#(ana)"}"#) }
        expectRefusal(.notFound, "user") { try world.order("user", #"{"user":"~9999-00"}"#) }
    }
}
