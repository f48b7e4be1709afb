import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z35, Z42: what the list says of an activity, and how an activity says that it is about to end.
@Suite struct `The end of an activity` {
    private func endings(of person: Person) -> [Event] {
        person.inbox.filter { event in
            if case .activityEnding = event { true } else { false }
        }
    }

    @Test func `is announced ten minutes before, to oneself, once`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.set("gym", on: true)
        try world.ana.set("gym", on: true)
        let end = world.clock.now.advanced(by: .seconds(7200))
        try world.pass(.milliseconds(6_599_999))
        #expect(endings(of: world.ana) == [])
        try world.ben.set("gym", on: false)
        for _ in 1...3 { try world.pass(.milliseconds(1)) }
        #expect(endings(of: world.ana) == [.ending("gym", at: end)])
        #expect(endings(of: world.ben) == [])
        try world.restart()
        try world.pass(.seconds(60))
        #expect(endings(of: world.ana).count == 1)
    }

    @Test func `is put off by setting it again, and then announced again`() throws {
        let world = try World()
        try world.ana.set("gym", on: true)
        try world.pass(.seconds(6500))
        try world.ana.set("gym", on: true)
        let end = world.clock.now.advanced(by: .seconds(7200))
        try world.pass(.seconds(6599))
        #expect(endings(of: world.ana) == [])
        try world.pass(.seconds(1))
        #expect(endings(of: world.ana) == [.ending("gym", at: end)])
        try world.ana.set("gym", on: true)
        try world.pass(.seconds(6600))
        #expect(endings(of: world.ana).count == 2)
    }

    @Test func `is not announced when it was turned off, nor when it has come already`() throws {
        let world = try World()
        try world.ana.set("gym", on: true)
        try world.ana.set("gym", on: false)
        try world.ana.set("movie", on: true)
        try world.pass(.seconds(7200))
        #expect(endings(of: world.ana) == [])
    }

    @Test func `comes at a start, when it has left the configuration`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] {
            try person.set("gym", on: true)
            try person.set("coffee", on: true)
        }
        try world.restart(without: ["gym"])
        #expect(try world.ana.activities().map(\.activity).contains("gym") == false)
        try world.pass(.seconds(1))
        #expect(world.ana.inbox.last == .turnedOff("gym", expired: true))
        #expect(try world.ana.matches() == ["coffee with ben"])
        try world.pass(.seconds(31))
        #expect(world.ben.told.last == .matchEnded("gym", with: "ana"))
        #expect(try world.ben.active() == ["coffee"])
    }

    @Test func `comes to all whose time is over together, however many they are`() throws {
        let world = try World()
        let ana = world.ana.id
        try world.daemon { (transaction) throws(Refusal) in
            for number in 1...450 {
                try transaction.run(
                    """
                    INSERT INTO toggle (user_id, room_id, activity, set_ms, expires_ms)
                    VALUES (\(ana), 0, \("old \(number)"), 0, \(transaction.now))
                    """)
            }
        }
        try world.pass(.seconds(1))
        let turnedOff = (1...450).map { Event.turnedOff("old \($0)", expired: true) }
        #expect(world.ana.inbox.count { turnedOff.contains($0) } == 450)
    }

    @Test func `is known from the list, as are icon, lifetime and whether it meets all`() throws {
        let world = try World(wildcards: ["anything"])
        let list = try world.ana.activities()
        #expect(list[1].icon == "☕" && list[0].icon == "")
        #expect(list.filter(\.wildcard).map(\.activity) == ["anything"])
        #expect(list.allSatisfy { $0.lifetime.seconds == 7200 })
        #expect(try world.ana.set("coffee", on: true).icon == "☕")
    }
}
