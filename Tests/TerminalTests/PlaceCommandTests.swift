import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `The map on the command line` {
    private static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 100)

    private static func marker(
        _ name: String, _ lat: Double, _ lon: Double, mine: Bool = false
    ) -> Marker {
        .with {
            ($0.user.username, $0.user.displayName) = (name, name)
            ($0.lat, $0.lon, $0.isMine) = (lat, lon, mine)
            ($0.at, $0.expiresAt) = (.init(seconds: 1_795_299_000), .init(seconds: 1_795_303_000))
        }
    }

    private static func commands(
        _ words: [String], answering body: ServerMessage.OneOf_Body = .done(Done())
    ) async throws -> [ClientMessage.OneOf_Command] {
        let server = FakeServer { _ in .success(body) }
        let printer = RecordingPrinter()
        let command = try #require(try UpforCommand.command(in: words) as? any SessionCommand)
        try await command.perform(in: server.session(on: printer))
        return server.commands
    }

    @Test func `takes a check-in, and takes it away`() async throws {
        let words = ["checkin", "--at=-33.87,151.21", "--text", "hi", "--sticker", "food"]
        let commands = try await Self.commands(words + ["--minutes", "90"])
        guard case .checkinSet(var set)? = commands.first else {
            Issue.record("no check-in")
            return
        }
        #expect(!set.cid.isEmpty)
        set.cid = ""
        #expect(
            set
                == .with {
                    ($0.lat, $0.lon, $0.text, $0.sticker) = (-33.87, 151.21, "hi", "food")
                    $0.minutes = 90
                })
        #expect(try await Self.commands(["checkin"]) == [.checkinRead(CheckinRead())])
        guard
            case .checkinClear(let clear)? = try await Self.commands(["checkin", "--clear"]).first
        else {
            Issue.record("nothing is cleared")
            return
        }
        #expect(!clear.history && clear.checkin.isEmpty)
    }

    @Test(arguments: [
        "checkin --at 91,0", "checkin --at 5", "checkin --text hi", "checkin --clear --history",
        "checkin --at 1,2 --on", "checkin --before x", "map --box 1,2,3",
        "map --spot 0/0/0 --zoom 3", "map --friends --zoom 3", "people ca --find x",
        "friends list ben", "friends add",
    ])
    func `refuses what cannot be meant`(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(throws: (any Error).self) { _ = try UpforCommand.command(in: words) }
    }

    @Test func `asks for a box, a spot, or friends`() async throws {
        #expect(
            try await Self.commands(["map", "--box=-20,170,-10,-170", "--zoom", "3"]) == [
                .placeList(
                    .with {
                        ($0.south, $0.west, $0.north, $0.east) = (-20, 170, -10, -170)
                        $0.zoom = 3
                    })
            ])
        #expect(
            try await Self.commands(["map", "--spot", "0/2/1"]) == [
                .placeSpot(.with { $0.cell = "0/2/1" })
            ])
        #expect(
            try await Self.commands(["map", "--friends"]) == [.placeFriendList(PlaceFriendList())])
        #expect(
            try await Self.commands(["people", "ca"]) == [.personList(.with { $0.prefix = "ca" })])
        guard
            case .friendsChange(let change)? = try await Self.commands(
                ["friends", "add", "ben", "carl"]
            ).first
        else {
            Issue.record("nobody is added")
            return
        }
        #expect(change.add == ["ben", "carl"] && change.drop == [])
    }

    @Test func `lists markers by name, with how far they are`() {
        var places = Places()
        places.markers = [
            Self.marker("ana", 52.52, 13.405, mine: true), Self.marker("ben", 52.5201, 13.405),
            Self.marker("carl", 52.39, 13.06), Self.marker("dora", -33.87, 151.21),
        ]
        places.supers = [.with { ($0.lat, $0.lon, $0.count, $0.cell) = (48.2, 16.37, 7, "3/1/2") }]
        let lines = Self.wording.answer(.places(places))
        #expect(lines.count == 5)
        #expect(lines[0] == "7 markers at 48.2,16.37 (`map --spot 3/1/2`)")
        #expect(lines[1].contains("you") && lines[2].contains("where you are"))
        #expect(lines[3].contains("20 to 100 km") && lines[4].contains("over 100 km"))
        #expect(Self.wording.answer(.places(Places())) == ["nobody is there"])
    }

    @Test func `shows the outcome for each of several friends`() {
        let changed = FriendsChanged.with {
            $0.changes = [
                .with { ($0.username, $0.relation) = ("ben", .friend) },
                .with { ($0.username, $0.relation) = ("carl", .requested) },
                .with { ($0.username, $0.error) = ("zed", .notFound) },
                .with { $0.username = "dora" },
            ]
        }
        #expect(
            Self.wording.answer(.friendsChanged(changed)) == [
                "ben: your friend now", "carl: asked", "zed: there is no such user",
                "dora: no longer your friend",
            ])
    }

    @Test func `tells who comes and goes, but not oneself`() {
        let set = PlaceChanged.with { $0.set = Self.marker("ben", 52.52, 13.405) }
        let mine = PlaceChanged.with { $0.set = Self.marker("ana", 52.52, 13.405, mine: true) }
        let gone = PlaceChanged.with { $0.gone = "ben" }
        #expect(
            Self.wording.event(.placeChanged(set), at: nil) == ["ben is at 52.52,13.405"])
        #expect(Self.wording.event(.placeChanged(mine), at: nil) == [])
        #expect(
            Self.wording.event(.placeChanged(gone), at: nil) == ["ben is no longer on the map"])
    }
}
