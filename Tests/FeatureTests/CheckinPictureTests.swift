import Kernel
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Places

/// U3, U4: the photo of a check-in.
@Suite struct `The photo of a check-in` {
    private static let file = TestPicture.file(.png, width: 80, height: 40) { x, _ in
        x < 40 ? 0xFF0000 : 0x0000FF
    }

    @Test func `is seen by those who see the check-in, and nobody else`() throws {
        let world = try World(friends: [("ana", "ben"), ("ben", "cleo")])
        let uploaded = try world.ana.upload(Self.file)
        #expect(uploaded.path == "/v1/checkin/pictures/" + uploaded.picture)
        expectRefusal(.notFound, "name") { _ = try world.ben.picture(uploaded.picture) }
        #expect(try world.ana.picture(uploaded.picture).contentType == "image/jpeg")
        try world.ana.checkIn { $0.picture = uploaded.picture }
        #expect(try world.ben.places().markers.map(\.picture) == [uploaded.path])
        let seen = try world.ben.picture(uploaded.picture)
        #expect(TestPicture([UInt8](seen.bytes))?.size == [80, 40])
        expectRefusal(.notFound, "name") { _ = try world.cleo.picture(uploaded.picture) }
        try world.ana.select("ben", for: "@place", false)
        expectRefusal(.notFound, "name") { _ = try world.ben.picture(uploaded.picture) }
        try world.ana.select("ben", for: "@place", true)
        _ = try world.ben.picture(uploaded.picture)
        try world.ana.checkIn()
        expectRefusal(.notFound, "name") { _ = try world.ben.picture(uploaded.picture) }
        #expect(try world.ana.checkins().checkins.map(\.picture).last == uploaded.path)
        _ = try world.ana.picture(uploaded.picture)
    }

    @Test func `is one for one Idempotency-Key, and otherwise another`() async throws {
        let world = try World()
        let first = try world.ana.upload(Self.file, cid: "k1").picture
        #expect(try world.ana.upload(Self.file, cid: "k1").picture == first)
        #expect(try world.ana.upload(Self.file, cid: "k2").picture != first)
        #expect(try world.ana.upload(Self.file).picture != first)
        #expect(try world.ben.upload(Self.file, cid: "k1").picture != first)
        try world.ana.checkIn { $0.picture = first }
        #expect(try world.ana.upload(Self.file, cid: "k1").picture == first)
        #expect(try world.count(of: "file") == 4)
        #expect(try await eventually { try world.files.names(after: nil, limit: 9).count == 4 })
    }

    @Test func `goes with its time, and with the friendship`() throws {
        let world = try World(friends: [("ana", "ben")])
        let picture = try world.ana.upload(Self.file).picture
        try world.ana.checkIn { ($0.picture, $0.minutes) = (picture, 10) }
        _ = try world.ben.picture(picture)
        try world.ana.remove("ben")
        expectRefusal(.notFound, "name") { _ = try world.ben.picture(picture) }
        try world.ben.request("ana")
        try world.ana.accept("ben")
        _ = try world.ben.picture(picture)
        world.clock.advance(by: .seconds(600))
        expectRefusal(.notFound, "name") { _ = try world.ben.picture(picture) }
    }

    @Test func `belongs to one check-in of its own user`() throws {
        let world = try World(friends: [("ana", "ben")])
        let picture = try world.ana.upload(Self.file).picture
        expectRefusal(.invalidField, "picture") {
            try world.ben.checkIn { $0.picture = picture }
        }
        try world.ana.checkIn(cid: "k1") { $0.picture = picture }
        try world.ana.checkIn(cid: "k1") { $0.picture = picture }
        expectRefusal(.invalidField, "picture") {
            try world.ana.checkIn { $0.picture = picture }
        }
    }

    @Test func `is forgotten when no check-in comes, and with its check-in`() throws {
        let world = try World()
        let picture = try world.ana.upload(Self.file).picture
        try world.pass(.seconds(3_600))
        #expect(try world.count(of: "checkin_picture") == 0)
        expectRefusal(.invalidField, "picture") {
            try world.ana.checkIn { $0.picture = picture }
        }
        for how in 1...3 {
            let picture = try world.ana.upload(Self.file).picture
            let checkin = try world.ana.checkIn { $0.picture = picture }
            try world.pass(.seconds(7_200))
            #expect(try world.count(of: "checkin_picture") == 1)
            switch how {
            case 1: try world.ana.clearCheckin(checkin.id)
            case 2: try world.ana.clearCheckin(history: true)
            default: try world.pass(.seconds(31 * 86_400))
            }
            #expect(try world.count(of: "checkin_picture") == 0)
        }
    }

    @Test func `is handed out in pieces, and erased`() throws {
        let world = try World()
        let noise = TestPicture.file(.png, width: 500, height: 500) { x, y in
            Int32(truncatingIfNeeded: (x &* 7_919 ^ y &* 104_729) &* 2_654_435_761) & 0xFF_FFFF
        }
        var files: [String: [UInt8]] = [:]
        for file in [noise, Self.file] {
            let name = try world.ana.upload(file).picture
            try world.ana.checkIn { $0.picture = name }
            files[name] = [UInt8](try world.ana.picture(name).bytes)
        }
        var handed: [String: [UInt8]] = [:]
        for piece in try world.ana.export().map(\.checkinPicture) where !piece.name.isEmpty {
            #expect(handed[piece.name, default: []].count == Int(piece.offset))
            #expect(Int(piece.size) == files[piece.name]?.count)
            handed[piece.name, default: []] += [UInt8](piece.bytes)
        }
        #expect(handed == files && files.values.contains { $0.count > 60_000 })
        #expect(files.values.allSatisfy { $0.count <= 262_144 })
        try world.ana.deleteAccount()
        for _ in 1...40 { try world.pass(.seconds(1)) }
        #expect(try world.count(of: "checkin_picture") == 0)
    }

    @Test func `is none of what is no picture`() throws {
        let world = try World()
        expectRefusal(.invalidField, "picture") { _ = try world.ana.upload([1, 2, 3]) }
        expectRefusal(.tooLarge, "picture") {
            _ = try world.ana.upload([UInt8](repeating: 0, count: 1 << 20 + 1))
        }
        for name in ["", "x", "../../etc/passwd", String(repeating: "0", count: 32) + ".gif"] {
            expectRefusal(.notFound, "name") { _ = try world.ana.picture(name) }
        }
    }
}
