import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Groups on the command line` {
    private static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
    private static let group = Group.with {
        ($0.room, $0.name, $0.owner, $0.members) = ("#17", "Lunch", "ana", 3)
    }

    private static func commands(
        _ words: [String]
    ) async throws -> [ClientMessage.OneOf_Command] {
        let server = FakeServer { command in
            switch command {
            case .roomList: .success(.rooms(Rooms()))
            case .groupLeave: .success(.done(Done()))
            default: .success(.group(group))
            }
        }
        let command = try #require(
            try UpforCommand.command(in: ["group"] + words) as? any SessionCommand)
        try await command.perform(in: server.session(on: RecordingPrinter()))
        return server.commands
    }

    @Test func `are made, changed, joined and left`() async throws {
        #expect(
            try await Self.commands(["make", "Lunch", "ben", "carl"]) == [
                .groupCreate(.with { ($0.name, $0.members) = ("Lunch", ["ben", "carl"]) })
            ])
        #expect(
            try await Self.commands(["add", "#17", "dora"]) == [
                .groupAdd(.with { ($0.room, $0.members) = ("#17", ["dora"]) })
            ])
        #expect(
            try await Self.commands(["accept", "#17"]) == [.groupJoin(.with { $0.room = "#17" })])
        #expect(
            try await Self.commands(["decline", "#17"]) == [.groupLeave(.with { $0.room = "#17" })])
        #expect(
            try await Self.commands(["uninvite", "#17"]) == [
                .groupInvite(.with { ($0.room, $0.on) = ("#17", false) })
            ])
        #expect(
            try await Self.commands(["up", "#17", "coffee"]) == [
                .groupUp(.with { ($0.room, $0.activity, $0.on) = ("#17", "coffee", true) })
            ])
        #expect(
            try await Self.commands(["leave", "#17"]) == [.groupLeave(.with { $0.room = "#17" })])
        #expect(try await Self.commands([]) == [.roomList(RoomList())])
    }

    @Test(
        arguments: [
            ["show"], ["list", "#17"], ["add", "#17"], ["rename", "#17"], ["leave", "#17", "ben"],
            ["pass", "#17", "ben", "carl"],
        ])
    func `are refused where something is missing or too much`(words: [String]) {
        #expect(throws: (any Error).self) { try UpforCommand.command(in: ["group"] + words) }
    }

    @Test func `are shown with their members, and what happens in them`() {
        let page = GroupPage.with {
            ($0.group, $0.code) = (Self.group, "abc")
            $0.members = [
                .with { ($0.user.username, $0.user.displayName, $0.owner) = ("ana", "ana", true) }
            ]
        }
        #expect(
            Self.wording.answer(.groupPage(page)) == [
                "#17 Lunch, 3 members, of ana", "  ana (owner)", "joined by  abc",
            ])
        let invitation = GroupInvitation.with {
            ($0.room, $0.name, $0.by.username, $0.by.displayName) = ("#17", "Lunch", "ben", "ben")
        }
        #expect(
            Self.wording.answer(.rooms(.with { $0.invitations = [invitation] })) == [
                "ben invites you to #17 Lunch (`group accept '#17'`)"
            ])
        let change = GroupChanged.with {
            ($0.group, $0.left) = (Self.group, ["ben"])
        }
        #expect(Self.wording.groupNews(.groupChanged(change)) == "ben left #17 Lunch")
        let message = RoomMessage.with {
            ($0.room, $0.seq, $0.from, $0.text) = ("#17", 1, "ben", "hi")
        }
        #expect(Self.wording.arrival(message) == ["ben in #17: hi"])
    }
}
