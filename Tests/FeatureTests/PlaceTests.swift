import Features
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Places

/// U3, U5-U9, U16: where users are, for friends to see.
@Suite struct `A check-in` {
    private static let boxAroundBerlin = PlaceList.box(52, 13, 53, 14)

    @Test func `is seen by its user and the friends of the moment, and by nobody else`() throws {
        let world = try World(friends: [("ana", "ben")])
        #expect(try world.ana.seen() == [])
        let checkin = try world.ana.checkIn("lunch?") { $0.sticker = "food" }
        #expect(checkin.lat == berlin.lat && checkin.lon == berlin.lon && checkin.current)
        #expect(try world.ben.seen() == ["ana"])
        #expect(try world.cleo.seen() == [])
        let marker = try #require(try world.ben.places(Self.boxAroundBerlin).markers.first)
        #expect(marker.user.username == "ana" && marker.text == "lunch?" && !marker.isMine)
        #expect(marker.sticker == "food" && marker.picture == "/places/pictures/default.svg")
        #expect(marker.lat == berlin.lat && marker.lon == berlin.lon)
        #expect(marker.at == world.clock.now.timestamp)
        #expect(try world.ana.places().markers.map(\.isMine) == [true])
        try world.cleo.request("ana")
        try world.ana.accept("cleo")
        #expect(try world.cleo.seen() == ["ana"])
        try world.ana.remove("ben")
        #expect(try world.ben.seen() == [])
    }

    @Test func `replaces the one before, which stays in the history`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn("one")
        try world.pass(.seconds(1))
        try world.ana.checkIn(at: (-33.8, 151.2), "two")
        #expect(try world.ben.places().markers.map(\.text) == ["two"])
        #expect(try world.ana.checkins().checkins.map(\.text) == ["two", "one"])
        #expect(try world.ana.checkins().checkins.map(\.current) == [true, false])
        let page = try world.ana.checkins(limit: 1)
        #expect(try world.ana.checkins(before: page.next).checkins.map(\.text) == ["one"])
        #expect(try world.ana.checkins(before: page.next).next == "")
        #expect(try world.ben.checkins().checkins == [])
    }

    @Test func `has a moment of its own, also in the same millisecond`() throws {
        let world = try World()
        let ids = try (1...3).map { try world.ana.checkIn("\($0)").id }
        #expect(Set(ids).count == 3 && ids == ids.sorted())
    }

    @Test(arguments: [
        ("lat", 90.000_000_1, 0), ("lat", -91, 0), ("lon", 0, 180.1), ("lon", 0, -1e300),
        ("lat", .nan, 0), ("lon", 0, .infinity), ("lat", -.infinity, 0),
    ])
    func `is on earth`(field: String, lat: Double, lon: Double) throws {
        let world = try World()
        for format in WireFormat.allCases {
            expectRefusal(.invalidField, field) {
                try world.ana.call(.checkinSet(.at((lat, lon))), format)
            }
        }
        #expect(try world.ana.checkins().checkins == [])
    }

    @Test func `needs a position, and takes what the server has`() throws {
        let world = try World()
        let refused: [(String, (inout CheckinSet) -> Void)] = [
            ("lat", { $0.clearLat() }), ("lon", { $0.clearLon() }),
            ("text", { $0.text = String(repeating: "x", count: 501) }),
            ("text", { $0.text = "   " }), ("sticker", { $0.sticker = "unknown" }),
            ("minutes", { $0.minutes = 0 }), ("minutes", { $0.minutes = 1_441 }),
            ("picture", { $0.picture = "0.jpg" }),
        ]
        for (field, change) in refused {
            expectRefusal(.invalidField, field) { try world.ana.checkIn { change(&$0) } }
        }
        expectRefusal(.notFound, "activity") { try world.ana.checkIn { $0.activity = "sleep" } }
        expectRefusal(.notFound, "activity") { try world.ana.checkIn { $0.turnOn = true } }
        try world.ana.checkIn(at: (90, 180), String(repeating: "x", count: 500)) {
            $0.minutes = 1_440
        }
        try world.ana.checkIn(at: (-90, -180)) { $0.minutes = 1 }
        let standing = try world.ana.checkinStanding()
        #expect(standing.current.lat == -90 && standing.minutesMax == 1_440)
        #expect(standing.stickers.contains { $0.name == "food" && $0.icon == "🍕" })
    }

    @Test func `turns its activity on, and makes a match, in the same step`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ben.set("coffee", on: true)
        try world.ana.checkIn { ($0.activity, $0.turnOn) = ("coffee", true) }
        #expect(try world.ana.active() == ["coffee"])
        #expect(world.ben.inbox.last == .match("coffee", with: "ana"))
        #expect(try world.ben.places().markers.map(\.activity) == ["coffee"])
        try world.ana.checkIn { $0.activity = "gym" }
        #expect(try world.ana.active() == ["coffee"])
    }

    /// ana's activity on a person's map: as it is looked up, and as it last arrived live.
    private static func activity(of world: World, to name: String) throws -> [String?] {
        let person = world[dynamicMember: name]
        let told = person.hints.compactMap { hint -> String? in
            guard case .placeChanged(let change) = hint, case .set(let marker)? = change.change,
                marker.user.username == "ana"
            else { return nil }
            return marker.activity
        }
        return [try person.places().markers.first?.activity, told.last]
    }

    @Test func `names its activity to those for whom that is meant, while it is on`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.select("ben", for: "gym", false)
        try world.ana.checkIn { $0.activity = "gym" }
        #expect(try Self.activity(of: world, to: "cleo") == ["", ""])
        try world.ana.set("gym", on: true)
        #expect(try Self.activity(of: world, to: "cleo") == ["gym", "gym"])
        #expect(try Self.activity(of: world, to: "ben") == ["", ""])
        #expect(try world.ana.checkinStanding().current.activity == "gym")
        // There is no event when nothing has changed.
        let told = world.cleo.placeNews.count
        try world.ana.set("gym", on: true)
        #expect(world.cleo.placeNews.count == told && world.ben.placeNews.count == 1)
        try world.ana.select("ben", for: "gym", true)
        #expect(try Self.activity(of: world, to: "ben") == ["gym", "gym"])
        try world.ana.select("ben", for: "gym", false)
        #expect(try Self.activity(of: world, to: "ben") == ["", ""])
        let bens = world.ben.placeNews.count
        try world.ana.set("gym", on: false)
        #expect(try Self.activity(of: world, to: "cleo") == ["", ""])
        #expect(world.ben.placeNews.count == bens)
        try world.ana.checkIn { ($0.activity, $0.turnOn, $0.minutes) = ("gym", true, 600) }
        #expect(try Self.activity(of: world, to: "cleo") == ["gym", "gym"])
        #expect(try Self.activity(of: world, to: "ben") == ["", ""])
        try world.pass(.seconds(7_200))
        #expect(try Self.activity(of: world, to: "cleo") == ["", ""])
    }

    @Test func `that turns its activity on shows no place of before with it`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn { ($0.lat, $0.activity) = (1, "coffee") }
        let count = world.ben.hints.count
        try world.ana.checkIn { ($0.lat, $0.activity, $0.turnOn) = (2, "coffee", true) }
        let shown = world.ben.hints[count...].compactMap { hint -> [String]? in
            guard case .placeChanged(let change) = hint, case .set(let marker)? = change.change
            else { return nil }
            return ["\(marker.lat)", marker.activity]
        }
        #expect(Set(shown) == [["2.0", "coffee"]])
    }

    @Test func `names no activity that its user keeps from a later friend`() throws {
        let world = try World(friends: [("ana", "cleo")])
        try world.ana.mean(["cleo"], others: false, for: "gym")
        try world.ana.checkIn { ($0.activity, $0.turnOn) = ("gym", true) }
        try world.ana.request("ben")
        try world.ben.accept("ana")
        #expect(try Self.activity(of: world, to: "ben") == ["", ""])
        #expect(try world.ben.spot("0/2/1").markers.map(\.activity) == [""])
    }

    @Test func `goes by itself, whether a chore was in time or late`() throws {
        for isLate in [false, true] {
            let world = try World(friends: [("ana", "ben")])
            try world.ana.checkIn { $0.minutes = 10 }
            try world.pass(.seconds(599))
            #expect(try world.ben.seen() == ["ana"])
            if isLate { world.clock.advance(by: .seconds(1)) } else { try world.pass(.seconds(1)) }
            #expect(try world.ben.seen() == [])
            #expect(try world.ana.seen() == [] && !world.ana.checkinStanding().hasCurrent)
            #expect(try world.ana.checkins().checkins.map(\.current) == [false])
            let place = try world.ben.placeFriends().filter(\.onMap)
            #expect(place == [])
            try world.pass(.seconds(1))
            #expect(try world.count(of: "place") == 0)
            #expect(world.ben.placeNews == ["ana"])
        }
    }

    @Test func `is cleared, and its history when one says so`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn("one")
        let second = try world.ana.checkIn("two")
        try world.ana.clearCheckin()
        #expect(try world.ben.seen() == [] && world.ana.checkins().checkins.count == 2)
        try world.ana.clearCheckin(second.id)
        #expect(try world.ana.checkins().checkins.map(\.text) == ["one"])
        let third = try world.ana.checkIn("three")
        try world.ana.clearCheckin(third.id)
        #expect(try world.ben.seen() == [])
        expectRefusal(.notFound, "checkin") { try world.ana.clearCheckin(third.id) }
        expectRefusal(.notFound, "checkin") { try world.ben.clearCheckin(second.id) }
        try world.ana.checkIn("four")
        try world.ana.clearCheckin(history: true)
        #expect(try world.ana.checkins().checkins == [] && world.ben.seen() == [])
        try world.ana.clearCheckin()
        #expect(world.ben.placeNews == ["ana", "ana", "-ana", "ana", "-ana", "ana", "-ana"])
    }

    @Test(arguments: [0, 2])
    func `is forgotten after so many days`(days: Int) throws {
        var settings = SettingValues()
        settings[integer: "places.historyDays"] = days
        let world = try World(friends: [("ana", "ben")], settings: settings)
        try world.ana.checkIn("one")
        try world.ana.checkIn("two") { $0.minutes = 60 }
        #expect(try world.ana.checkins().checkins.count == (days == 0 ? 1 : 2))
        try world.pass(.seconds(3_600))
        #expect(try world.ana.checkins().checkins.count == (days == 0 ? 0 : 2))
        try world.pass(.seconds(2 * 86_400))
        #expect(try world.ana.checkins().checkins == [])
        #expect(try world.count(of: "checkin") == 0)
    }

    @Test func `reaches those who have the map open, and rests in no inbox`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.select("cleo", for: "@place", false)
        let inboxes = World.cast.map { world[dynamicMember: $0].inbox }
        try world.ana.checkIn()
        #expect(world.ana.placeNews == ["ana"] && world.ben.placeNews == ["ana"])
        #expect(world.cleo.placeNews == [])
        let topics = world.placeHints.map(\.topic)
        #expect(topics == [PlacesFeature.topic, PlacesFeature.topic])
        #expect(World.cast.map { world[dynamicMember: $0].inbox } == inboxes)
        try world.ana.clearCheckin()
        #expect(world.ben.placeNews == ["ana", "-ana"] && world.cleo.placeNews == [])
    }

    @Test func `is meant for those whom one selects, as activities are`() throws {
        let world = try World(friends: [("ana", "ben"), ("ana", "cleo")])
        try world.ana.checkIn()
        try world.ana.select("ben", for: "@place", false)
        #expect(try world.ben.seen() == [] && world.cleo.seen() == ["ana"])
        #expect(world.ben.placeNews == ["ana", "-ana"])
        try world.ana.select("ben", for: "@place", true)
        #expect(try world.ben.seen() == ["ana"])
        #expect(world.ben.placeNews == ["ana", "-ana", "ana"])
        try world.ana.mean(["cleo"], others: false, for: "@place")
        #expect(try world.ben.seen() == [] && world.cleo.seen() == ["ana"])
        #expect(world.ben.placeNews == ["ana", "-ana", "ana", "-ana"])
        #expect(world.cleo.placeNews == ["ana"])
        #expect(try world.ana.audience(for: "@place").newcomers == false)
        #expect(try world.ana.placeFriends().map(\.selected) == [true, false, true])
        try world.signUp("dora")
        try world.dora.request("ana")
        try world.ana.accept("dora")
        #expect(try world.dora.seen() == [] && world.dora.placeNews == [])
        expectRefusal(.notFound, "activity") {
            try world.ana.select("ben", for: "@nowhere", true)
        }
    }

    @Test func `comes with a friendship, and goes with it and with a block, at once`() throws {
        let world = try World()
        try world.ana.checkIn()
        try world.ben.checkIn()
        try world.ana.request("ben")
        try world.ben.accept("ana")
        #expect(world.ana.placeNews == ["ana", "ben"] && world.ben.placeNews == ["ben", "ana"])
        try world.ana.remove("ben")
        #expect(world.ana.placeNews.last == "-ben" && world.ben.placeNews.last == "-ana")
        try world.ana.request("ben")
        try world.ben.accept("ana")
        try world.ben.block("ana")
        #expect(world.ana.placeNews.last == "-ben" && world.ben.placeNews.last == "-ana")
        #expect(try world.ana.seen() == ["ana"] && world.ben.seen() == ["ben"])
        // A hint about a former friend is dropped on its way. These are about their recipients.
        let gone = world.placeHints.suffix(2)
        #expect(gone.allSatisfy { $0.recipients == [$0.about] })
    }

    @Test func `lies in a box, also across the date line`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn(at: (-17, 179.5))
        try world.ben.checkIn(at: (-17, -179.5))
        #expect(try world.ana.seen(.box(-20, 170, -10, -170)) == ["ana", "ben"])
        #expect(try world.ana.seen(.box(-20, 170, -10, 180)) == ["ana"])
        #expect(try world.ana.seen(.box(-20, -180, -10, -170)) == ["ben"])
        #expect(try world.ana.seen(.box(-20, -170, -10, 170)) == [])
        #expect(try world.ana.seen(.box(-16, 170, -10, -170)) == [])
        try world.ana.checkIn(at: (-17, 180))
        #expect(try world.ana.seen(.box(-20, -180, -10, -170)) == ["ana", "ben"])
        #expect(try world.ana.seen(.box(-17, -180, -17, -180)) == ["ana"])
    }

    @Test func `is looked for in a box that has four sides`() throws {
        let world = try World()
        let refused: [(String, PlaceList)] = [
            ("south", .box(53, 13, 52, 14)), ("north", .box(52, 13, 91, 14)),
            ("west", .box(52, .nan, 53, 14)), ("east", .box(52, 13, 53, 181)),
            ("zoom", .box(52, 13, 53, 14, zoom: 21)),
            ("east", .with { ($0.south, $0.west, $0.north) = (1, 2, 3) }),
            ("south", .with { $0.east = 3 }),
        ]
        for (field, command) in refused {
            expectRefusal(.invalidField, field) { _ = try world.ana.places(command) }
        }
    }

    @Test func `shows oneself as one's own friend`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        #expect(try world.ben.placeFriends().map(\.user.username) == ["ben", "ana", "cleo"])
        #expect(try world.ben.placeFriends().map(\.isMe) == [true, false, false])
        try world.cleo.checkIn()
        #expect(try world.ben.placeFriends().map(\.onMap) == [false, false, true])
        #expect(world.dora.placeNews == [])
    }

    @Test func `leaves no position but in its tables, also with a cid`() throws {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn("zebra", cid: "k1")
        #expect(try world.ana.checkIn("zebra", cid: "k1").lat == berlin.lat)
        let places: Set = ["checkin.body", "place.body"]
        #expect(Set(try world.places(of: "zebra")) == places)
        let doubles = [berlin.lat, berlin.lon].map { value in
            withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        }
        for (table, column, bytes) in try world.allValues() {
            for double in doubles {
                let isThere = bytes.indices.contains { bytes[$0...].starts(with: double) }
                #expect(!isThere, "\(table).\(column)")
            }
        }
        try world.ana.clearCheckin(history: true)
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.ana.checkIn("zebra", cid: "k1") == Checkin())
        #expect(try world.ana.seen() == [])
    }

    @Test func `is handed out to its user, and erased with the account`() throws {
        let world = try World(friends: [("ana", "ben")])
        for number in 1...45 {
            try world.ana.checkIn("zebra \(number)")
            try world.pass(.seconds(10))
        }
        let kept = try world.ana.export().filter { $0.checkin != Checkin() }.map(\.checkin)
        #expect(kept.map(\.text) == (1...45).reversed().map { "zebra \($0)" })
        #expect(try world.ben.export().allSatisfy { $0.checkin == Checkin() })
        try world.ana.deleteAccount()
        #expect(try world.ben.seen() == [] && world.ben.placeNews.last == "-ana")
        for _ in 1...40 { try world.pass(.seconds(1)) }
        #expect(try world.places(of: "zebra") == [])
        #expect(try world.count(of: "checkin") == 0 && world.count(of: "place") == 0)
        #expect(try world.count(of: "account") == 2)
    }
}

extension World {
    /// The hints about markers, in order.
    var placeHints: [Hint] {
        signals.compactMap { signal in
            guard case .hint(let hint) = signal, case .placeChanged = hint.body else { return nil }
            return hint
        }
    }
}
