import Kernel
import TestSupport
import Testing
import Wire

@testable import Rooms

/// Places in messages, which expire.
@Suite struct `A place in a message` {
    private func pair() throws -> World {
        try World(friends: [("ana", "ben"), ("ben", "cleo")])
    }

    @Test func `is read by those who read the message, until it expires`() throws {
        let world = try pair()
        let place = try world.ana.share(48.1371, 11.5754, minutes: 60)
        #expect(place.kind == .location && place.name.isEmpty)
        #expect(place.expiresAt == world.clock.now.advanced(by: .seconds(3_600)).timestamp)
        #expect(try world.readers(of: place.id) == ["ana"])
        try world.ana.send(files: [place], "here", to: "ben")
        #expect(try world.readers(of: place.id) == ["ana", "ben"])
        let served = try #require(try world.attachment(place.id, by: "ben"))
        #expect(served.contentType == "application/json")
        #expect(try served.bytes == Array(#"{"lat":48.1371,"lon":11.5754}"#.utf8))
        try world.pass(.seconds(3_599))
        #expect(try world.readers(of: place.id) == ["ana", "ben"])
        world.clock.advance(by: .seconds(1))
        // Also before it is swept.
        #expect(try world.readers(of: place.id).isEmpty)
        try world.ana.proveOwnership()
        #expect(try world.ana.exportedFiles().isEmpty)
        try world.pass(.seconds(20))
        #expect(try world.count(of: "room_file") == 0 && world.storedNames().isEmpty)
        #expect(try world.ben.history(with: "ana").messages.first?.attachments == [place])
    }

    @Test func `is nowhere but in its file`() throws {
        let world = try pair()
        let place = try world.ana.share(48.1371, 11.5754, minutes: 60)
        try world.ana.send(files: [place], "here", to: "ben")
        for event in world.ben.inbox + world.ana.inbox {
            #expect(!"\(event)".contains("48.1") && !"\(event)".contains("11.57"))
        }
    }

    @Test func `that has expired is not sent`() throws {
        let world = try pair()
        let place = try world.ana.share(1, 2, minutes: 5)
        world.clock.advance(by: .seconds(300))
        expectRefusal(.notFound, "attachments") { try world.ana.send(files: [place], to: "ben") }
    }

    @Test func `of a reported message stays until the case is decided`() throws {
        let world = try pair()
        let place = try world.ben.share(1, 2, minutes: 5)
        try world.ben.send(files: [place], to: "ana")
        try world.ana.report("ben", message: 1)
        try world.pass(.seconds(600))
        #expect(try world.readers(of: place.id).isEmpty)
        #expect(
            try String(decoding: world.administratorReads(place.id).bytes, as: UTF8.self)
                == #"{"lat":1.0,"lon":2.0}"#)
        let open = try #require(try world.cases().first)
        _ = try world.decide(open.id, "DISMISS")
        try world.pass(.seconds(20))
        #expect(try world.count(of: "room_file") == 0)
    }

    @Test func `is on earth, and expires in a week at most`() throws {
        let world = try pair()
        for (lat, lon, minutes, field) in [
            (nil, 1, 5, "lat"), (1, nil, 5, "lon"), (90.1, 1, 5, "lat"), (.nan, 1, 5, "lat"),
            (1, -180.1, 5, "lon"), (1, 1, 4, "minutes"), (1, 1, 10_081, "minutes"),
        ] as [(Double?, Double?, UInt32, String)] {
            expectRefusal(.invalidField, field) {
                _ = try world.ana.share(lat, lon, minutes: minutes)
            }
        }
        #expect(try world.count(of: "file") == 0)
    }
}

extension Person {
    func share(
        _ lat: Double?, _ lon: Double?, minutes: UInt32
    ) throws -> Attachment {
        var command = LocationShare()
        if let lat { command.lat = lat }
        if let lon { command.lon = lon }
        command.minutes = minutes
        return try ask(.locationShare(command)) { answer in
            guard case .attachment(let attachment) = answer else { return nil }
            return attachment
        }
    }
}
