import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z49: friends who share an activity can make one plan, which shows only those who join.
@Suite struct `A plan` {
    /// ana has three friends who are up for coffee; ben and cleo are friends, dora knows ana alone.
    private static func met() throws -> World {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo"), ("ben", "cleo")])
        try world.signUp("dora")
        try world.dora.request("ana")
        try world.ana.accept("dora")
        for name in ["ana", "ben", "cleo", "dora"] {
            try world[dynamicMember: name].set("coffee", on: true)
        }
        return world
    }

    private func members(_ plan: Plan) -> [String] { plan.members.map(\.user.username) }

    @Test func `is offered to friends who match, and shows each only its maker`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee", place: "Café North")
        #expect(members(plan) == ["ana"])
        #expect(plan.asked.map(\.username) == ["ben", "cleo", "dora"])
        for guest in [world.ben, world.cleo, world.dora] {
            let offered = try #require(try guest.plans().first)
            #expect(offered.place == "Café North" && offered.answer == .unanswered)
            #expect(members(offered) == ["ana"] && offered.asked == [] && offered.room.isEmpty)
        }
    }

    @Test func `shows who has joined to those who are asked, and gives members a room`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        let mine = try world.dora.answer(plan, .coming, minutes: 10)
        #expect(members(mine) == ["ana", "dora"] && !mine.room.isEmpty)
        #expect(try members(world.ben.plans()[0]) == ["ana", "dora"])
        #expect(try world.ben.plans()[0].members[1].minutes == 10)
        #expect(try world.ben.plans()[0].room.isEmpty)
        try world.pass(.milliseconds(1))
        try world.dora.say("on my way", to: mine.room)
        #expect(try world.ana.history(with: mine.room).messages.map(\.text) == ["on my way"])
        expectRefusal(.notMember, "with") { _ = try world.ben.history(with: mine.room) }
        try world.ben.answer(plan, .later)
        #expect(try members(world.ana.plans()[0]) == ["ana", "dora", "ben"])
        try world.dora.answer(plan, .notComing)
        #expect(try members(world.ben.plans()[0]) == ["ana", "ben"])
        #expect(try world.dora.plans() == [])
    }

    @Test(arguments: ["block", "leave out", "be left out"])
    func `is full for a guest who would meet a user from whom they are kept`(how: String) throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        switch how {
        case "block": try world.ben.block("cleo")
        case "leave out": try world.ben.select("cleo", for: "coffee", false)
        default: try world.cleo.select("ben", for: "coffee", false)
        }
        try world.ben.answer(plan, .coming)
        #expect(try members(world.cleo.plans()[0]) == ["ana"])
        let news = world.cleo.live.compactMap(\.event.body)
        #expect(
            !news.contains {
                if case .planChanged(let changed) = $0 { changed.by == "ben" } else { false }
            })
        expectRefusal(.listFull, "plan") { try world.cleo.answer(plan, .coming) }
        #expect(try members(world.ana.plans()[0]) == ["ana", "ben"])
        // What happens later would show that it is not full.
        let count = world.cleo.live.count
        try world.dora.answer(plan, .coming)
        #expect(try world.cleo.plans() == [] && world.cleo.live.count == count)
        #expect(try world.ana.plans()[0].asked.map(\.username) == ["cleo"])
        expectRefusal(.listFull, "plan") { try world.cleo.answer(plan, .coming) }
    }

    @Test(arguments: [true, false])
    func `loses a member for a guest whom the member blocks or leaves out`(isBlock: Bool) throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        try world.ben.answer(plan, .coming)
        if isBlock {
            try world.ben.block("cleo")
        } else {
            try world.ben.select("cleo", for: "coffee", false)
        }
        let changes = world.cleo.live.compactMap { live in
            if case .planChanged(let changed) = live.event.body { changed } else { nil }
        }
        #expect(changes.map(\.by) == ["ben", "ben"])
        #expect(try members(#require(changes.last).plan) == ["ana"])
        #expect(try members(world.cleo.plans()[0]) == ["ana"])
    }

    @Test func `is withdrawn with the wildcard by which its maker matches`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")], wildcards: ["anything"])
        try world.ana.set("anything", on: true)
        for person in [world.ben, world.cleo] { try person.set("coffee", on: true) }
        try world.ana.plan("coffee")
        try world.ana.select("ben", for: "anything", false)
        #expect(try world.ben.plans() == [])
        #expect(try world.cleo.plans().count == 1)
    }

    @Test func `that is called off says so, and cannot be confirmed`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        try world.ben.answer(plan, .coming)
        try world.ana.answer(plan, .notComing)
        let off = try world.ben.plans()[0]
        #expect(off.over && off.cancelled && !off.room.isEmpty)
        #expect(try world.ben.calendar(of: plan).contains("\r\nSTATUS:CANCELLED\r\n"))
        expectRefusal(.tooLate, "plan") { try world.ben.done(plan) }
    }

    @Test func `is offered to a friend who matches later, unless its maker has chosen`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        for person in [world.ana, world.ben] { try person.set("coffee", on: true) }
        let plan = try world.ana.plan("coffee")
        try world.cleo.set("coffee", on: true)
        #expect(try world.cleo.plans().map(\.plan) == [plan.plan])
        try world.ana.answer(plan, .notComing)
        try world.cleo.set("coffee", on: false)
        try world.pass(.seconds(31))
        try world.ana.plan("coffee", with: ["ben"])
        try world.cleo.set("coffee", on: true)
        #expect(try world.cleo.plans() == [])
    }

    @Test func `needs a match, and is one for an activity`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        expectRefusal(.notFound, "with") { try world.ana.plan("coffee") }
        try world.ben.set("coffee", on: true)
        expectRefusal(.notFound, "with") { try world.ana.plan("coffee", with: ["cleo"]) }
        let plan = try world.ana.plan("coffee")
        expectRefusal(.conflict, "activity") { try world.ana.plan("coffee") }
        expectRefusal(.notFound, "plan") { try world.cleo.answer(plan, .coming) }
        expectRefusal(.notMember, "plan") { try world.ben.change(plan, place: "here") }
        expectRefusal(.invalidField, "answer") { try world.ben.answer(plan, .unanswered) }
    }

    @Test func `ends by itself, and its room a day later`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        let room = try world.ben.answer(plan, .coming).room
        try world.pass(.seconds(7_200))
        #expect(try world.ben.plans().map(\.over) == [true])
        #expect(try world.cleo.plans() == [])
        try world.ben.say("that was nice", to: room)
        try world.pass(.seconds(86_400))
        #expect(try world.ben.plans() == [])
        expectRefusal(.notMember, "with") { _ = try world.ben.history(with: room) }
    }

    @Test func `leaves its room to two who keep it`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        for guest in [world.ben, world.dora] { try guest.answer(plan, .coming) }
        let room = try world.ben.keep(plan).room
        try world.ana.keep(plan)
        try world.pass(.seconds(7_200))
        try world.pass(.seconds(86_400))
        #expect(try world.ben.history(with: room).messages == [])
        expectRefusal(.notMember, "with") { _ = try world.dora.history(with: room) }
    }

    @Test func `is kept by no member who is in 50 groups already`() throws {
        let world = try Self.met()
        for number in 1...50 { try world.ana.makeGroup("Group \(number)") }
        let plan = try world.ana.plan("coffee")
        try world.ben.answer(plan, .coming)
        expectRefusal(.listFull, "plan") { try world.ana.keep(plan) }
        try world.ben.keep(plan)
    }

    @Test func `loses a guest who is no friend of its maker any more`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        for guest in [world.ben, world.cleo] { try guest.answer(plan, .coming) }
        try world.cleo.remove("ana")
        #expect(try members(world.ben.plans()[0]) == ["ana", "ben"])
        expectRefusal(.notFound, "plan") { try world.cleo.answer(plan, .coming) }
    }

    @Test(arguments: [true, false])
    func `is withdrawn from a friend whom its maker leaves out, or who does so`(
        isByMaker: Bool
    ) throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        if isByMaker {
            try world.ana.select("ben", for: "coffee", false)
        } else {
            try world.ben.select("ana", for: "coffee", false)
        }
        #expect(try world.ben.plans() == [])
        let gone = PlanGone.with { $0.plan = plan.plan }
        #expect(world.ben.live.contains { $0.event.body == .planGone(gone) })
        #expect(try world.ana.plans()[0].asked.map(\.username) == ["cleo", "dora"])
        expectRefusal(.notFound, "plan") { try world.ben.answer(plan, .coming) }
    }

    @Test func `has a point no longer than it lasts`() throws {
        let world = try Self.met()
        let point = ActivityPoint.with { ($0.lat, $0.lon) = (48.2, 16.3) }
        let plan = try world.ana.plan(
            .with { ($0.activity, $0.point, $0.place) = ("coffee", point, "Café") })
        #expect(try world.ben.plans()[0].point == point)
        try world.ben.answer(plan, .coming)
        try world.pass(.seconds(7_200))
        let over = try world.ben.plans()[0]
        #expect(over.over && !over.hasPoint && over.place == "Café")
        #expect(try world.ana.plans()[0].hasPoint == false)
    }

    @Test func `is one post on the circle once two have confirmed it`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        for guest in [world.ben, world.dora] { try guest.answer(plan, .coming) }
        expectRefusal(.notMember, "plan") { try world.cleo.done(plan) }
        expectRefusal(.conflict, "activity") { _ = try world.ana.did("coffee", with: "ben") }
        try world.ben.done(plan, "from ben")
        #expect(try world.ana.circle() == [])
        #expect(try world.ana.plans()[0].members.map(\.done) == [false, true, false])
        try world.ana.done(plan, "What a view")
        try world.dora.done(plan)
        // The friends who match turn off after an hour: nothing more is posted.
        try world.pass(.seconds(3_600))
        for name in ["ana", "ben", "cleo", "dora"] {
            try world[dynamicMember: name].set("coffee", on: false)
        }
        try world.pass(.seconds(60))
        let names = { (person: Person) in
            try person.circlePage().posts.filter { $0.text == "What a view" }
                .map { [$0.author, $0.with] + $0.others }.map { $0.map(\.username) }
        }
        #expect(try names(world.ana) == [["ana", "ben", "dora"]])
        #expect(try names(world.ben) == [["ana", "ben"]])
        #expect(try names(world.dora) == [["ana", "dora"]])
        #expect(try names(world.cleo) == [["ana", "ben"]])
        let members = ["ana", "ben", "dora"]
        #expect(
            try world.ana.circlePage().posts.count {
                members.contains($0.author.username) && members.contains($0.with.username)
            } == 1)
    }

    @Test func `names on the circle only who says so, and no longer than that`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee")
        for guest in [world.ben, world.dora] { try guest.answer(plan, .coming) }
        for member in [world.ana, world.ben, world.dora] { try member.done(plan) }
        let post = try #require(try world.ana.newestPost(of: "ana"))
        #expect(post.with.username == "ben" && post.others.map(\.username) == ["dora"])
        try world.dora.done(plan, on: false)
        #expect(try world.ana.readPost(post.id).others == [])
        try world.ben.removePost(post.id)
        #expect(try !world.ana.readPost(post.id).hasWith)
        expectRefusal(.notFound, "post") { try world.ben.removePost(post.id) }
        try world.ana.done(plan, on: false)
        #expect(try world.ana.circle() == [])
        try world.ana.done(plan)
        #expect(try world.ana.circle() == [])
    }

    @Test func `is an event of a calendar for each who sees it`() throws {
        let world = try Self.met()
        let plan = try world.ana.plan("coffee", place: "Café; north")
        try world.dora.answer(plan, .coming)
        let text = try world.ben.calendar(of: plan)
        #expect(text.contains("\r\nUID:plan-\(plan.plan)@upfor\r\n"))
        #expect(text.contains("\r\nLOCATION:Café\\; north\r\n"))
        #expect(text.contains("SUMMARY:Coffee: ana\\, dora\r\n"))
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    }
}
