import Kernel
import SwiftProtobuf
import Testing
import Wire

/// Z48: a toggle says more, and only those who match receive it.
@Suite struct `What is said about an activity` {
    private static let note = ActivityDetails.with { $0.note = "by the river?" }

    /// The events that a person received about matches.
    private func news(_ person: Person, live: Bool = true) -> [Event] {
        let events = live ? person.live.compactMap(\.event.body) : person.inbox
        return events.filter { event in
            switch event {
            case .match, .matchChanged, .matchEnded: true
            default: false
            }
        }
    }

    private static func match(
        _ activity: String, with friend: String, _ details: ActivityDetails
    ) -> Event {
        .match(.with { ($0.activity, $0.with, $0.details) = (activity, .named(friend), details) })
    }

    @Test func `reaches a friend who matches, with the match`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.say(Self.note, about: "coffee")
        try world.ben.set("coffee", on: true)
        #expect(news(world.ben) == [Self.match("coffee", with: "ana", Self.note)])
        #expect(news(world.ben, live: false) == news(world.ben))
        #expect(news(world.ana) == [.match("coffee", with: "ben")])
        #expect(try world.ben.hears("ana", about: "coffee") == Self.note)
        #expect(try world.ana.hears("ben", about: "coffee") == nil)
        #expect(world.cleo.told == [])
    }

    @Test func `shows the administrator when times that do not meet are in the way`() throws {
        let world = try World(friends: [("ana", "ben")])
        let later = world.clock.now.advanced(by: .seconds(3_600)).timestamp
        try world.ana.say(.with { $0.from = later }, about: "coffee")
        try world.ben.set("coffee", on: true)
        func why() throws -> AdminMatchReason {
            try AdminMatchReason(
                jsonString: world.order(
                    "why-match", #"{"user":"ana","other":"ben","activity":"coffee"}"#))
        }
        #expect(try why().apart && !why().matched)
        try world.pass(.seconds(3_600))
        #expect(try !why().apart && why().matched)
    }

    @Test func `is changed without a new match`() throws {
        let world = try `An overlap`.begun()
        try world.ana.say(Self.note, about: "coffee")
        try world.ana.say(Self.note, about: "coffee")
        let other = ActivityDetails.with { $0.place = "Café North" }
        try world.ana.say(other, about: "coffee")
        try world.ana.say(ActivityDetails(), about: "coffee")
        #expect(
            news(world.ben) == [
                .match("coffee", with: "ana"), .matchChanged("coffee", with: "ana", Self.note),
                .matchChanged("coffee", with: "ana", other),
                .matchChanged("coffee", with: "ana", nil),
            ])
        #expect(news(world.ana) == [.match("coffee", with: "ben")])
        #expect(try world.ben.hears("ana", about: "coffee") == nil)
    }

    @Test func `is withdrawn when the match ends, from what is read later, too`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(Self.note, about: "coffee")
        try world.ben.set("coffee", on: true)
        try world.ana.set("coffee", on: false)
        #expect(news(world.ben).last == .matchChanged("coffee", with: "ana", nil))
        #expect(
            news(world.ben, live: false) == [
                .match("coffee", with: "ana"), .matchChanged("coffee", with: "ana", nil),
            ])
        try world.ana.set("coffee", on: true)
        #expect(try world.ben.hears("ana", about: "coffee") == nil)
        try world.ana.say(Self.note, about: "coffee")
        #expect(news(world.ben).last == .matchChanged("coffee", with: "ana", Self.note))
    }

    @Test func `is not read by a friend for whom the activity is no longer meant`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(Self.note, about: "coffee")
        try world.ben.set("coffee", on: true)
        try world.ana.select("ben", for: "coffee", false)
        #expect(try world.ben.hears("ana", about: "coffee") == nil)
        #expect(news(world.ben, live: false).allSatisfy { !$0.says("river") })
        try world.ana.say(.with { $0.note = "secret" }, about: "coffee")
        #expect(world.ben.trace.allSatisfy { !$0.holds("secret") })
    }

    @Test func `is kept with the toggle alone, and goes with it`() throws {
        let world = try World(friends: [("ana", "ben")])
        let details = ActivityDetails.with {
            ($0.note, $0.place) = ("unheard-of words", "unheard-of place")
            ($0.point.lat, $0.point.lon) = (48.2, 16.37)
        }
        let command = ActivitySet.with {
            ($0.activity, $0.on, $0.details, $0.cid) = ("coffee", true, details, "1")
        }
        try world.ana.call(.activitySet(command))
        try world.ben.set("coffee", on: true)
        func places() throws -> Set<String> {
            let point = try details.point.serializedBytes() as [UInt8]
            return Set(
                try world.allValues().filter { value in
                    value.bytes.holds("unheard-of") || value.bytes.contains(point)
                }.map { "\($0.table).\($0.column)" })
        }
        #expect(try places() == ["toggle.details"])
        try world.pass(.seconds(7_200))
        #expect(try places() == [])
        try world.ana.proveOwnership()
        #expect(try world.ana.export().allSatisfy { !"\($0)".contains("unheard-of") })
    }

    @Test func `gives a repeated command the state as it is now`() throws {
        let world = try World(friends: [("ana", "ben")])
        let command = ActivitySet.with {
            ($0.activity, $0.on, $0.details, $0.cid) = ("coffee", true, Self.note, "1")
        }
        let first = try world.ana.call(.activitySet(command))
        #expect(try world.ana.call(.activitySet(command)) == first)
        try world.ana.say(ActivityDetails(), about: "coffee")
        guard case .activity(let again) = try world.ana.call(.activitySet(command)) else {
            Issue.record("no state")
            return
        }
        #expect(again.on && !again.hasDetails)
    }

    @Test func `stays when the activity is only set again; its times do not`() throws {
        let world = try World(friends: [("ana", "ben")])
        let until = world.clock.now.advanced(by: .seconds(1_800))
        var details = Self.note
        details.until = until.timestamp
        #expect(try world.ana.say(details, about: "coffee").expiresAt == until.timestamp)
        let state = try world.ana.set("coffee", on: true)
        #expect(state.details == Self.note)
        #expect(state.expiresAt == world.clock.now.advanced(by: .seconds(7_200)).timestamp)
        try world.ana.set("coffee", on: false)
        #expect(try !world.ana.set("coffee", on: true).hasDetails)
    }

    @Test func `of a wildcard is said where it matches`() throws {
        let world = try World(friends: [("ana", "ben")], wildcards: ["anything"])
        try world.ana.say(Self.note, about: "anything")
        try world.ben.set("coffee", on: true)
        #expect(news(world.ben) == [Self.match("coffee", with: "ana", Self.note)])
        let exact = ActivityDetails.with { $0.note = "at home" }
        try world.ana.say(exact, about: "coffee")
        #expect(news(world.ben).last == .matchChanged("coffee", with: "ana", exact))
        try world.ana.set("coffee", on: false)
        #expect(news(world.ben).last == .matchChanged("coffee", with: "ana", Self.note))
        #expect(try world.ben.hears("ana", about: "coffee") == Self.note)
    }

    @Test func `has limits, and a refusal names the field`() throws {
        let world = try World()
        let now = world.clock.now
        func refuse(_ field: String, _ details: (inout ActivityDetails) -> Void) {
            expectRefusal(.invalidField, "details.\(field)") {
                try world.ana.say(.with(details), about: "coffee")
            }
        }
        refuse("note") { $0.note = String(repeating: "x", count: 141) }
        refuse("note") { $0.note = "a\nb" }
        refuse("place") { $0.place = "  " }
        refuse("roomFor") { $0.roomFor = 0 }
        refuse("roomFor") { $0.roomFor = 51 }
        refuse("point.lat") { $0.point.lon = 1 }
        refuse("point.lon") { ($0.point.lat, $0.point.lon) = (1, .nan) }
        refuse("from") { $0.from = now.advanced(by: .seconds(86_401)).timestamp }
        refuse("until") { $0.until = now.timestamp }
        refuse("until") {
            $0.from = now.advanced(by: .seconds(60)).timestamp
            $0.until = now.advanced(by: .seconds(60)).timestamp
        }
        #expect(try world.ana.active() == [])
    }
}

/// Z48: when a toggle begins and ends.
@Suite struct `The time of an activity` {
    private func from(_ seconds: Int, _ world: World, until: Int? = nil) -> ActivityDetails {
        .with {
            $0.from = world.clock.now.advanced(by: .seconds(seconds)).timestamp
            guard let until else { return }
            $0.until = world.clock.now.advanced(by: .seconds(until)).timestamp
        }
    }

    @Test func `may end earlier than its lifetime, not later`() throws {
        let world = try World(friends: [("ana", "ben")])
        let state = try world.ana.say(
            .with { $0.until = world.clock.now.advanced(by: .seconds(9_000)).timestamp },
            about: "coffee")
        #expect(state.expiresAt == world.clock.now.advanced(by: .seconds(7_200)).timestamp)
        #expect(state.details.until == state.expiresAt)
        try world.ana.say(
            .with { $0.until = world.clock.now.advanced(by: .seconds(900)).timestamp },
            about: "coffee")
        try world.pass(.seconds(449))
        #expect(world.ana.live.count { $0.event.field == 553 } == 0)
        try world.pass(.seconds(1))
        #expect(world.ana.live.count { $0.event.field == 553 } == 1)
        try world.pass(.seconds(450))
        #expect(try world.ana.active() == [])
    }

    @Test func `that lies ahead matches a time that overlaps`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        let details = from(3_600, world)
        try world.ana.say(details, about: "gym")
        try world.ben.say(from(0, world, until: 3_660), about: "gym")
        #expect(try world.ben.hears("ana", about: "gym") == details)
        try world.cleo.say(from(0, world, until: 3_600), about: "gym")
        #expect(world.cleo.told == [])
        try world.cleo.say(from(7_200, world, until: 7_300), about: "gym")
        #expect(try world.cleo.matches() == ["gym with ana"])
    }

    @Test func `that ends without a word does not disclose its end`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("gym", on: true)
        try world.ben.say(from(3_600, world, until: 3_660), about: "gym")
        #expect(try world.ben.matches() == [])
        try world.pass(.seconds(3_600))
        #expect(try world.ben.matches() == ["gym with ana"])
    }

    @Test func `is kept as the server reads it, whatever a client writes`() throws {
        let world = try World(friends: [("ana", "ben")])
        for nanos in [Int32(-1), 2_000_000_000] {
            let from = Google_Protobuf_Timestamp(
                seconds: world.clock.now.unixMilliseconds / 1000 + 60, nanos: nanos)
            let state = try Self.say(.with { $0.from = from }, world.ana)
            #expect((0..<1_000_000_000).contains(state.details.from.nanos))
            #expect(try !state.jsonUTF8Data().isEmpty)
        }
        let odd = try ActivityDetails(serializedBytes: [0x1A, 2, 0x68, 0x69, 0x7A, 1, 0x78])
        #expect(try Self.say(odd, world.ana).details == .with { $0.note = "hi" })
    }

    /// Says something in the binary format, which holds what JSON cannot.
    private static func say(_ details: ActivityDetails, _ person: Person) throws -> ActivityState {
        let command = ActivitySet.with {
            ($0.activity, $0.on, $0.details) = ("gym", true, details)
        }
        let answer = try person.call(.activitySet(command), .binary)
        guard case .activity(let state) = answer else {
            Issue.record("\(answer)")
            return ActivityState()
        }
        return state
    }

    @Test func `that is moved away ends the match`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.say(from(0, world, until: 3_600), about: "gym")
        try world.ben.set("gym", on: true)
        try world.ben.say(from(3_600, world), about: "gym")
        #expect(try world.ana.matches() == [])
        try world.ben.set("gym", on: true)
        #expect(try world.ana.matches() == ["gym with ben"])
        try world.pass(.seconds(60))
        #expect(
            world.ana.told.count {
                if case .match = $0 { true } else { false }
            } == 1)
    }

    @Test func `that lies ahead is announced to end after it has begun`() throws {
        let world = try World()
        try world.ana.say(from(3_600, world, until: 4_200), about: "gym")
        for second in [3_599, 1, 299] {
            try world.pass(.seconds(second))
            #expect(world.ana.live.count { $0.event.field == 553 } == 0)
        }
        try world.pass(.seconds(1))
        #expect(world.ana.live.count { $0.event.field == 553 } == 1)
    }

    @Test func `that has begun matches by a clock that is behind`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.set("coffee", on: true)
        try world.ana.say(from(60, world), about: "gym")
        try world.pass(.seconds(60))
        world.clock.advance(by: .seconds(-90))
        for activity in ["coffee", "gym"] { try world.ben.set(activity, on: true) }
        #expect(try Set(world.ben.matches()) == ["coffee with ana", "gym with ana"])
        #expect(try world.ben.hears("ana", about: "gym") != nil)
    }

    @Test func `that lies ahead makes no post of a match that never began`() throws {
        let world = try World(friends: [("ana", "ben")])
        for person in [world.ana, world.ben] {
            try person.say(from(36_000, world), about: "gym")
        }
        try world.pass(.seconds(30_000))
        try world.ana.set("gym", on: false)
        try world.ben.set("gym", on: false)
        try world.pass(.seconds(60))
        #expect(try world.ana.newestPost(of: "ana") == nil)
    }
}

extension ServerMessage.OneOf_Body {
    fileprivate func says(_ word: String) -> Bool { "\(self)".contains(word) }
}

extension [UInt8] {
    fileprivate func holds(_ word: String) -> Bool { contains(Array(word.utf8)) }
}
