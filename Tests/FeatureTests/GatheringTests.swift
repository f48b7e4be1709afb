import Kernel
import SwiftProtobuf
import Testing
import Wire

/// H1, H2, H12, H13: what people attend, and where it is found.
@Suite struct `A gathering` {
    private let world: World

    init() throws { world = try World() }

    @Test func `is read as it was made, further members included`() throws {
        let more = #"{"prize":{"eur":[1,2.50,null]},"täg":"\u00fc"}"#
        let made = try world.ana.gather(
            "Hack Day", at: (52.520006612345, -13.40495400000001), more: more)
        #expect(made.role == .planner && made.attendees == 1)
        #expect(made.lat == 52.520006612345 && made.lon == -13.40495400000001)
        #expect(made.more == more)
        #expect(try world.ana.gathering(made.number) == made)
        try world.restart()
        #expect(try world.ana.gathering(made.number) == made)
        let seen = try world.ben.gathering(made.number)
        #expect(seen.role == .notAttending && seen.title == "Hack Day")
    }

    @Test func `is refused with fields that cannot be`() throws {
        for (lat, lon) in [(91, 0), (0, 181), (Double.nan, 0), (0, Double.infinity)] {
            #expect(throws: Refusal.self) { try world.ana.gather(at: (lat, lon)) }
        }
        expectRefusal(.invalidField, "ends") {
            try world.ana.gather(lasting: .seconds(61 * 86_400))
        }
        expectRefusal(.invalidField, "ends") { try world.ana.gather(lasting: .zero) }
        expectRefusal(.invalidField, "ends") { try world.ana.gather(in: .seconds(-2 * 86_400)) }
        expectRefusal(.invalidField, "title") { try world.ana.gather("") }
        expectRefusal(.malformed, "more") { try world.ana.gather(more: "[1]") }
        expectRefusal(.malformed, "more") { try world.ana.gather(more: #"{"a":1,"\u0061":2}"#) }
        expectRefusal(.tooDeep, "more") {
            let deep = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
            try world.ana.gather(more: "{\"a\":\(deep)}")
        }
        let wide = String(repeating: "x", count: 16_384)
        expectRefusal(.tooLarge, "more") { try world.ana.gather(more: "{\"a\":\"\(wide)\"}") }
        expectRefusal(.invalidField, "lat") {
            try world.ana.call(
                .gatheringCreate(
                    .with {
                        ($0.title, $0.lat) = ("Half", 1)
                        $0.starts = world.clock.now.timestamp
                        $0.ends = world.clock.now.advanced(by: .seconds(60)).timestamp
                    }))
        }
    }

    @Test func `is changed, and run, by its planners alone`() throws {
        let number = try world.ana.gather().number
        try world.ben.attend(number)
        let update = GatheringUpdate.with {
            ($0.number, $0.title, $0.lat, $0.lon) = (number, "Hack Night", 1, 2)
        }
        let grant = { (name: String, role: GatheringRole) in
            ClientMessage.OneOf_Command.gatheringGrant(
                .with { ($0.number, $0.username, $0.role) = (number, name, role) })
        }
        expectRefusal(.notMember) { try world.ben.call(.gatheringUpdate(update)) }
        expectRefusal(.notMember) { try world.ben.call(grant("ben", .planner)) }
        expectRefusal(.notMember) {
            try world.ben.call(.gatheringDelete(.with { $0.number = number }))
        }
        expectRefusal(.conflict) {
            try world.ana.call(.gatheringLeave(.with { $0.number = number }))
        }
        expectRefusal(.conflict) { try world.ana.call(grant("ana", .attendee)) }
        try world.ana.call(grant("ben", .planner))
        guard case .gatheringGranted(let granted)? = world.ben.told.last else {
            Issue.record("ben is not told")
            return
        }
        #expect(granted.role == .planner && granted.by == "ana")
        let changed = try world.ben.gathering(by: .gatheringUpdate(update))
        #expect(changed.title == "Hack Night" && changed.lat == 1)
        try world.ana.call(.gatheringLeave(.with { $0.number = number }))
        #expect(try world.ben.gathering(number).attendees == 1)
    }

    @Test func `is found around a point, the nearest first, and in a box`() throws {
        try world.ana.gather("Berlin", at: (52.52, 13.40))
        try world.ana.gather("Potsdam", at: (52.39, 13.06))
        try world.ana.gather("Hamburg", at: (53.55, 10.00))
        try world.ana.gather("Nowhere")
        let near = try world.ben.gatherings { ($0.lat, $0.lon, $0.radius) = (52.5, 13.3, 50) }
        #expect(near.gatherings.map(\.title) == ["Berlin", "Potsdam"])
        #expect(near.gatherings.allSatisfy(\.hasDistance) && !near.partial)
        #expect(abs((near.gatherings.first?.distance ?? 0) - 7.1) < 0.2)
        let box = try world.ben.gatherings {
            ($0.south, $0.west, $0.north, $0.east) = (53, 9, 54, 11)
        }
        #expect(box.gatherings.map(\.title) == ["Hamburg"])
        #expect(try world.ben.gatherings().gatherings.count == 4)
        expectRefusal(.invalidField, "radius") {
            _ = try world.ben.gatherings { ($0.lat, $0.lon, $0.radius) = (0, 0, 501) }
        }
        expectRefusal(.invalidField, "lon") { _ = try world.ben.gatherings { $0.lat = 0 } }
    }

    @Test func `is found across the date line and at the poles`() throws {
        try world.ana.gather("West", at: (-17, 179.99))
        try world.ana.gather("East", at: (-17, -179.99))
        try world.ana.gather("Pole", at: (90, 180))
        try world.ana.gather("Near the pole", at: (89.9, -90))
        let both: Set = ["West", "East"]
        let near = try world.ben.gatherings { ($0.lat, $0.lon) = (-17, 180) }
        #expect(Set(near.gatherings.map(\.title)) == both)
        let box = try world.ben.gatherings {
            ($0.south, $0.west, $0.north, $0.east) = (-18, 179, -16, -179)
        }
        #expect(Set(box.gatherings.map(\.title)) == both)
        let north = try world.ben.gatherings { ($0.lat, $0.lon) = (89.95, 90) }
        #expect(Set(north.gatherings.map(\.title)) == ["Pole", "Near the pole"])
    }

    @Test func `is found in pages, each once`() throws {
        for number in 0..<55 {
            world.clock.advance(by: .milliseconds(1))
            try world.ana.gather("G\(number)", at: (10 + Double(number % 7) / 100, 20))
        }
        for fill in [
            { (find: inout GatheringFind) in (find.lat, find.lon) = (10, 20) }, { _ in },
        ] {
            let first = try world.ben.gatherings(fill)
            let second = try world.ben.gatherings {
                fill(&$0)
                $0.after = first.next
            }
            let titles = (first.gatherings + second.gatherings).map(\.title)
            #expect(first.gatherings.count == 50 && second.next.isEmpty)
            #expect(titles.count == 55 && Set(titles).count == 55)
        }
        let own = try world.ana.ownGatherings()
        #expect(own.gatherings.first?.title == "G54")
        #expect(try world.ana.ownGatherings(after: own.next).gatherings.count == 5)
    }

    @Test func `is not passed over in silence by a search that stops at others`() throws {
        try world.ana.gather("West", at: (52.42, 13.26))
        try world.repeatGatherings(2_100)
        try world.ana.gather("East", at: (52.42, 13.45), lasting: .seconds(2 * 86_400))
        let near = try world.ben.gatherings { ($0.lat, $0.lon, $0.radius) = (52.5, 13.4, 10) }
        #expect(near.gatherings.map(\.title) == ["East"] || near.partial)
        let smaller = try world.ben.gatherings { ($0.lat, $0.lon, $0.radius) = (52.43, 13.45, 5) }
        #expect(smaller.gatherings.map(\.title) == ["East"] && !smaller.partial)
    }

    @Test func `is not found once it has ended`() throws {
        let number = try world.ana.gather(at: (1, 1)).number
        try world.pass(.seconds(2 * 86_400))
        #expect(try world.ben.gatherings { ($0.lat, $0.lon) = (1, 1) }.gatherings.isEmpty)
        #expect(try world.ben.gatherings().gatherings.isEmpty)
        expectRefusal(.tooLate) { try world.ben.attend(number) }
        #expect(try world.ben.gathering(number).number == number)
        #expect(try world.count(of: "gathering WHERE is_listed = 1") == 1)
        try world.pass(.seconds(2 * 86_400))
        #expect(try world.ana.gathering(number).hasLat)
        #expect(try world.count(of: "gathering WHERE is_listed = 1") == 0)
        let starts = world.clock.now.advanced(by: .seconds(60))
        let again = GatheringUpdate.with {
            ($0.number, $0.starts) = (number, starts.timestamp)
            $0.ends = starts.advanced(by: .seconds(86_400)).timestamp
        }
        try world.ana.call(.gatheringUpdate(again))
        #expect(try world.ben.gatherings().gatherings.map(\.number) == [number])
        #expect(try world.ben.gatherings { ($0.lat, $0.lon) = (1, 1) }.gatherings.count == 1)
        try world.ana.call(.gatheringDelete(.with { $0.number = number }))
        #expect(try world.ben.gatherings().gatherings.isEmpty)
    }

    @Test func `shows attendees to attendees, and contacts to teammates`() throws {
        let number = try world.ana.gather().number
        try world.ben.offerSkills(["web", "design"], contact: "ben@example.org")
        expectRefusal(.notMember) { _ = try world.ben.attendees(of: number) }
        expectRefusal(.notFound, "username") { _ = try world.ana.teamProfile("ben") }
        try world.ben.attend(number)
        let attendees = try world.ana.attendees(of: number)
        #expect(Set(attendees.map(\.profile.user.username)) == ["ana", "ben"])
        #expect(attendees.map(\.profile.number) == attendees.map(\.profile.number).sorted())
        #expect(try world.ana.teamProfile("ben").skills == ["design", "web"])
        #expect(try world.ana.teamProfile("ben").contact.isEmpty)
        let project = try world.ana.project(at: number).number
        try world.ben.swipe(project)
        try world.ana.swipe(project, "ben")
        #expect(try world.ana.teamProfile("ben").contact == "ben@example.org")
        try world.ana.block("ben")
        expectRefusal(.notFound, "username") { _ = try world.ana.teamProfile("ben") }
        #expect(try world.ana.attendees(of: number).count == 1)
    }

    @Test func `that is deleted takes its projects and swipes along, with an event to all`() throws
    {
        let number = try world.ana.gather(at: (1, 1)).number
        try world.ben.attend(number)
        try world.cleo.attend(number)
        let project = try world.ben.project(at: number).number
        try world.cleo.swipe(project)
        try world.ben.swipe(project, "cleo")
        try world.ana.call(.gatheringDelete(.with { $0.number = number }))
        expectRefusal(.notFound, "number") { _ = try world.ben.gathering(number) }
        expectRefusal(.notFound, "number") { _ = try world.ben.project(project) }
        #expect(try world.ben.swipes().isEmpty && world.cleo.projects().isEmpty)
        #expect(try world.cleo.gatherings().gatherings.isEmpty)
        try world.pass(.seconds(5))
        for person in [world.ana, world.ben, world.cleo] {
            let deleted = GatheringDeleted.with { ($0.number, $0.title) = (number, "Hack Day") }
            #expect(person.told.last == .gatheringDeleted(deleted))
        }
        #expect(
            world.cleo.told.contains { if case .projectDeleted = $0 { true } else { false } })
        for table in ["gathering", "team_project", "team_member", "team_swipe", "team_attendance"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
    }
}

/// H10, H15: what may still be swiped.
@Suite struct `A deck` {
    private let world: World
    private let gathering: UInt32

    init() throws {
        world = try World()
        gathering = try world.ana.host([world.ben, world.cleo])
    }

    @Test func `has the projects that want most of one's skills first, and each once`() throws {
        try world.ben.offerSkills(["web", "design", "data"])
        let wants: [[String]] = [[], ["web"], ["web", "data", "vr"], ["vr"], ["design"]]
        let numbers = try wants.enumerated().map { place, skills in
            try world.ana.project("P\(place)", at: gathering, wanting: skills).number
        }
        let deck = try world.ben.deck(at: gathering)
        // Those that want as much are in the order of their numbers.
        let order = [[2], [1, 4], [0, 3]].flatMap { $0.map { numbers[$0] }.sorted() }
        #expect(deck.cards.map(\.project.number) == order && deck.next.isEmpty)
        #expect(deck.cards.map(\.shared) == [2, 1, 1, 0, 0])
        var seen: [UInt32] = []
        var after = ""
        repeat {
            let page = try world.ben.deck(at: gathering, limit: 2, after: after)
            seen += page.cards.map(\.project.number)
            after = page.next
        } while !after.isEmpty
        #expect(seen == order)
        try world.ben.swipe(numbers[2])
        try world.ben.swipe(numbers[0], right: false)
        #expect(
            try world.ben.deck(at: gathering).cards.map(\.project.number)
                == [numbers[1], numbers[4]].sorted() + [numbers[3]])
    }

    @Test func `of a project has the attendees who are open, but for its members`() throws {
        try world.signUp("dora")
        try world.dora.attend(gathering)
        let project = try world.ana.project(at: gathering, wanting: ["vr", "web"]).number
        try world.ben.offerSkills(["web"])
        try world.cleo.offerSkills(["vr", "web"])
        try world.dora.offerSkills(["vr", "web"], open: false)
        let names = { try world.ana.deck(of: project).cards.map(\.profile.user.username) }
        #expect(try names() == ["cleo", "ben"])
        try world.dora.offerSkills([], open: true)
        #expect(try names() == ["cleo", "ben", "dora"])
        try world.cleo.call(.gatheringLeave(.with { $0.number = gathering }))
        #expect(try names() == ["ben", "dora"])
        expectRefusal(.notMember) { _ = try world.ben.deck(of: project) }
        expectRefusal(.invalidField, "limit") { _ = try world.ana.deck(of: project, limit: 51) }
    }

    @Test func `is for those who attend`() throws {
        try world.signUp("dora")
        expectRefusal(.notMember) { _ = try world.dora.deck(at: gathering) }
        expectRefusal(.invalidField, "skills") { try world.ben.offerSkills(["juggling"]) }
    }
}

extension World {
    /// Puts copies of the only gathering beside it.
    fileprivate func repeatGatherings(_ count: Int64) throws {
        try daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                WITH RECURSIVE n (i) AS (
                    SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 999 + \(count))
                INSERT INTO gathering (number, title, body, place, lat_bits, lon_bits, lat_e7,
                    lon_e7, cell, starts_ms, ends_ms, picture, more, attendees, projects, is_gone)
                SELECT i, title, body, place, lat_bits, lon_bits, lat_e7, lon_e7, cell, starts_ms,
                    ends_ms, picture, more, attendees, projects, is_gone FROM gathering, n
                """)
        }
    }
}
