import Kernel
import SwiftProtobuf
import Testing
import Wire

/// U8: a position never leaves the circle of friends. A user who is no friend, or for whom it is
/// not meant, gets the same bytes whether there is a check-in or not.
@Suite struct `A user's position` {
    /// Every command that looks at the map, in a box around the place and elsewhere.
    private static let looks: [ClientMessage.OneOf_Command] = [
        .placeList(PlaceList()), .placeList(.box(52, 13, 53, 14)),
        .placeList(.box(52, 13, 53, 14, zoom: 0)), .placeList(.box(52, 13, 53, 14, zoom: 20)),
        .placeSpot(.with { $0.cell = "0/2/1" }), .placeFriendList(PlaceFriendList()),
        .checkinHistory(CheckinHistory()), .checkinRead(CheckinRead()),
    ]

    /// What ben gets while ana checks in, changes and clears, or does not.
    private static func trace(
        friends: [(String, String)], isThere: Bool,
        before: (World) throws -> Void = { _ in }
    ) throws -> [[UInt8]] {
        let world = try World(friends: friends)
        try before(world)
        let steps: [() throws -> Void] = [
            { try world.ana.checkIn("here") }, { try world.ana.checkIn(at: (52.6, 13.5), "there") },
            { try world.ana.clearCheckin() }, { try world.ana.checkIn { $0.minutes = 1 } },
            { try world.ana.select("cleo", for: "@place", false) },
        ]
        for step in steps {
            if isThere { try step() }
            for look in looks {
                for format in WireFormat.allCases { _ = try world.ben.call(look, format) }
            }
            try world.pass(.seconds(30))
        }
        return world.ben.trace
    }

    @Test func `is the same bytes for a user who is no friend, whether there is one or not`() throws
    {
        let friends = [("ana", "cleo"), ("ben", "cleo")]
        let traces = try [true, false].map { try Self.trace(friends: friends, isThere: $0) }
        #expect(traces[0] == traces[1] && traces[0].count > 100)
    }

    @Test func `is the same bytes for a friend for whom it is not meant`() throws {
        let friends = [("ana", "cleo"), ("ana", "ben")]
        let traces = try [true, false].map { isThere in
            try Self.trace(friends: friends, isThere: isThere) { world in
                try world.ana.select("ben", for: "@place", false)
            }
        }
        #expect(traces[0] == traces[1] && traces[0].count > 100)
    }

    @Test func `is other bytes for a friend for whom it is meant`() throws {
        let friends = [("ana", "cleo"), ("ana", "ben")]
        let traces = try [true, false].map { try Self.trace(friends: friends, isThere: $0) }
        #expect(traces[0] != traces[1])
    }

    @Test func `is a box like an empty one for a stranger, after the same statements`() throws {
        let world = try World(friends: [("ben", "cleo")])
        try world.ana.checkIn()
        let (forbidden, empty) = (PlaceList.box(52, 13, 53, 14), PlaceList.box(2, 13, 3, 14))
        for format in WireFormat.allCases {
            let answers = try [forbidden, empty].map { box in
                try world.ben.call(.placeList(box), format)
                return try #require(world.answers["ben"]?.suffix(2)).map(\.self)
            }
            #expect(answers[0] == answers[1])
        }
        let works = try [forbidden, empty].map { try world.look(.placeList($0), by: "ben") }
        #expect(works[0] == works[1] && !works[0].isEmpty)
    }

    @Test(.onSQLite) func `is found by the friends alone, however many others have checked in`()
        throws
    {
        let world = try World(friends: [("ana", "ben")])
        try world.ana.checkIn()
        for look in Self.looks {
            for statement in try world.look(look, by: "ben") {
                let steps = try world.plan(of: statement)
                #expect(!steps.contains { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") })
            }
        }
    }
}
