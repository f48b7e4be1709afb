import Kernel
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Places

/// U8: a cleared history is gone at once for its user, and leaves the store step by step.
@Suite struct `A history of check-ins that is cleared` {
    private static let file = TestPicture.file(.png, width: 8, height: 8) { x, _ in
        x < 4 ? 0xFF0000 : 0x0000FF
    }

    private let world: World
    /// The oldest and the newest check-in have one.
    private let pictures: [String]

    /// ana has checked in more often than is deleted in one transaction.
    init() throws {
        world = try World(friends: [("ana", "ben")])
        var pictures: [String] = []
        for number in 1...250 {
            world.clock.advance(by: .seconds(1))
            if [1, 250].contains(number) {
                pictures.append(try world.ana.upload(Self.file).picture)
            }
            let picture = [1, 250].contains(number) ? pictures.last : nil
            try world.ana.checkIn("zebra \(number)") { $0.picture = picture ?? "" }
        }
        self.pictures = pictures
    }

    private func audit() throws {
        for audit in world.catalog.audits {
            let breaches = try world.store.snapshot { (snapshot) throws(Refusal) in
                try snapshot.first(audit.breaches)
            }
            #expect(breaches == 0, "\(audit.rule)")
        }
    }

    @Test func `is deleted in steps, and seen by nobody from the first on`() throws {
        let newest = try world.ana.checkins(limit: 1).checkins
        let unused = try world.ana.upload(Self.file).picture
        try world.ana.clearCheckin(history: true)
        #expect(try world.count(of: "checkin") > 100, "more than a step in one transaction")
        #expect(try world.ana.checkins().checkins == [] && world.ben.seen() == [])
        #expect(try !world.ana.checkinStanding().hasCurrent)
        for name in pictures + [unused] {
            expectRefusal(.notFound, "name") { _ = try world.ana.picture(name) }
        }
        for checkin in newest {
            expectRefusal(.notFound, "checkin") { try world.ana.clearCheckin(checkin.id) }
        }
        let kept = try world.ana.export().filter {
            $0.checkin != Checkin() || !$0.checkinPicture.name.isEmpty
        }
        #expect(kept == [])
        expectRefusal(.invalidField, "picture") { try world.ana.checkIn { $0.picture = unused } }
        try audit()
        try world.pass(.seconds(60))
        for table in ["checkin", "checkin_picture", "checkin_cleared"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
    }

    @Test func `keeps what comes after it, also in the same millisecond`() throws {
        try world.ana.clearCheckin(history: true)
        let picture = try world.ana.upload(Self.file).picture
        try world.ana.checkIn("new") { $0.picture = picture }
        #expect(try world.ana.checkins().checkins.map(\.text) == ["new"])
        try audit()
        for _ in 1...2 { try world.pass(.seconds(60)) }
        #expect(try world.ana.checkins().checkins.map(\.text) == ["new"])
        #expect(try world.ana.export().filter { $0.checkin.text == "new" }.count == 1)
        _ = try world.ana.picture(picture)
        #expect(try world.count(of: "checkin") == 1 && world.count(of: "checkin_picture") == 1)
        try audit()
    }

    @Test func `goes with the account as well`() throws {
        try world.ana.clearCheckin(history: true)
        try world.ana.deleteAccount()
        for _ in 1...40 { try world.pass(.seconds(1)) }
        for table in ["checkin", "checkin_picture", "checkin_cleared"] {
            #expect(try world.count(of: table) == 0, "\(table)")
        }
        #expect(try world.count(of: "account") == 2)
    }
}
