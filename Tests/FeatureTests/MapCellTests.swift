import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Places

/// U17: more than five markers on a spot are one that lists them all.
@Suite struct `Markers on one spot` {
    @Test(arguments: [
        (0.0, 0.0, 0, "0/2/2"), (52.52, 13.405, 0, "0/2/1"), (52.52, 13.405, 14, "14/35208/21492"),
        (90, -180, 0, "0/0/0"), (-90, 180, 0, "0/3/3"), (85.06, 179.999_999_9, 1, "1/7/0"),
        (-33.8688, 151.2093, 10, "10/3768/2457"),
    ])
    func `are in a cell of 64 pixels`(lat: Double, lon: Double, zoom: Int, name: String) throws {
        let cell = MapCell(of: try Position(lat: lat, lon: lon), zoom: zoom)
        #expect(cell.name == name)
        #expect(MapCell(name) == cell)
    }

    @Test(arguments: [
        "", "0/4/0", "0/0/4", "21/0/0", "1/-1/0", "1/0", "1/0/0/0", "a/0/0", "0/+1/0",
    ])
    func `are in no cell that is not there`(name: String) {
        #expect(MapCell(name) == nil)
    }

    /// A world in which ana has so many friends, all of them at one place.
    private static func world(_ count: Int, spread: Double = 0) throws -> World {
        let world = try World()
        for number in 1...count {
            let name = "friend\(number + 100)"
            try world.signUp(name)
            let friend = world[dynamicMember: name]
            try friend.request("ana")
            try world.ana.accept(name)
            try friend.checkIn(at: (berlin.lat + spread * Double(number), berlin.lon), "hi")
        }
        return world
    }

    @Test func `stay apart up to five, and are one from six on`() throws {
        let world = try Self.world(5)
        #expect(try world.ana.places(.with { $0.zoom = 14 }).supers == [])
        try world.ana.checkIn()
        let places = try world.ana.places(.with { $0.zoom = 14 })
        #expect(places.markers == [])
        let merged = try #require(places.supers.first)
        #expect(merged.count == 6 && merged.mine && merged.cell == "14/35208/21492")
        #expect(abs(merged.lat - berlin.lat) < 1e-6 && abs(merged.lon - berlin.lon) < 1e-6)
        let names = (101...105).map { "friend\($0)" }
        #expect(try world.ana.spot(merged.cell).markers.map(\.user.username) == ["ana"] + names)
        #expect(try world.ana.seen() == ["ana"] + names)
        // This friend has other friends, and sees no merged marker.
        #expect(try world.friend101.places(.with { $0.zoom = 14 }).supers == [])
    }

    @Test func `come apart as one looks closer`() throws {
        let world = try Self.world(6, spread: 0.01)
        #expect(try world.ana.places(.with { $0.zoom = 3 }).supers.map(\.count) == [6])
        #expect(try world.ana.places(.with { $0.zoom = 14 }).markers.count == 6)
    }

    @Test func `are the same spot, whatever part of it the box has`() throws {
        let world = try Self.world(6, spread: 0.01)
        let whole = try world.ana.places(.with { $0.zoom = 3 }).supers
        let part = try world.ana.places(.box(52.52, 13, 52.56, 14, zoom: 3))
        #expect(part.supers == whole && part.markers == [])
        let none = try world.ana.places(.box(53, 13, 54, 14, zoom: 3))
        #expect(none.supers == [] && none.markers == [])
        // Apart, there are those alone that lie in the box.
        for zoom in [14, nil] as [UInt32?] {
            let apart = try world.ana.places(.box(52.52, 13, 52.56, 14, zoom: zoom))
            #expect(apart.supers == [] && apart.markers.count == 3)
        }
    }

    @Test func `are listed in pages`() throws {
        let world = try Self.world(60)
        let first = try world.ana.spot("0/2/1")
        #expect(first.markers.count == 50 && first.next == "friend150")
        let second = try world.ana.spot("0/2/1", after: first.next)
        #expect(second.markers.count == 10 && second.next == "")
        expectRefusal(.invalidField, "cell") { _ = try world.ana.spot("0/9/9") }
    }

    @Test func `fit a page, and the next begins behind it`() throws {
        let world = try Self.world(99)
        for number in 101...199 {
            let friend = world[dynamicMember: "friend\(number)"]
            try friend.checkIn(String(repeating: "🍕", count: 500))
        }
        let first = try world.ana.places()
        #expect(first.markers.count < 99 && first.next == first.markers.last?.user.username)
        #expect(try first.jsonUTF8Data().count < 262_144)
        let second = try world.ana.places(.with { $0.after = first.next })
        #expect(first.markers.count + second.markers.count == 99 && second.next == "")
    }
}
