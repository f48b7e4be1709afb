import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Invitations on the command line` {
    private static let code = "8lGq0Yx1ZsQ2mVb7TtXk0A"
    private static let made = PersonalInvitation.with {
        ($0.number, $0.code, $0.uses, $0.used) = (7, code, 5, 2)
        ($0.expiresAt.seconds, $0.activity) = (1_795_386_400, "coffee")
    }

    private static func perform(
        _ words: [String], json: Bool = false
    ) async throws -> (commands: [ClientMessage.OneOf_Command], printer: RecordingPrinter) {
        let server = FakeServer { command in
            switch command {
            case .invitationCreate: .success(.invitation(made))
            case .invitationAccept:
                .success(.invitationAccepted(.with { $0.user.username = "ben" }))
            default: .success(.done(Done()))
            }
        }
        let printer = RecordingPrinter()
        let command = try #require(try UpforCommand.command(in: words) as? any SessionCommand)
        try await command.perform(in: server.session(on: printer, json: json))
        return (server.commands, printer)
    }

    @Test func `are made with as much as was typed`() async throws {
        #expect(try await Self.perform(["invite"]).commands == [.invitationCreate(.init())])
        let words = "invite --uses 5 --for 2d --activity coffee --request --hide-name"
        let expected = InvitationCreate.with {
            ($0.uses, $0.hours, $0.activity, $0.request) = (5, 48, "coffee", true)
            $0.shows.picture = true
        }
        #expect(
            try await Self.perform(words.split(separator: " ").map(String.init)).commands
                == [.invitationCreate(expected)])
        let shown = InvitationShows.with { ($0.name, $0.picture, $0.username) = (true, true, true) }
        #expect(
            try await Self.perform(["invite", "--show-username"]).commands
                == [.invitationCreate(.with { $0.shows = shown })])
    }

    @Test func `are shown as a link, and to scripts as the server sends them`() async throws {
        let (_, printer) = try await Self.perform(["invite"])
        #expect(printer.dataLines == ["/i#\(Self.code)"])
        let (_, scripted) = try await Self.perform(["invite"], json: true)
        #expect(
            scripted.dataLines.count == 1
                && scripted.dataLines[0].contains(#""code":"\#(Self.code)""#))
    }

    @Test func `are revoked by their number`() async throws {
        let (commands, _) = try await Self.perform(["invite", "--revoke", "7"])
        guard case .invitationRevoke(let revoke)? = commands.first else {
            Issue.record("\(commands)")
            return
        }
        #expect(revoke.number == 7 && !revoke.cid.isEmpty)
        #expect(throws: (any Error).self) {
            try UpforCommand.command(in: ["invite", "--revoke", "7", "--uses", "2"])
        }
    }

    @Test func `are accepted and looked up by link or code, and a name stays a name`() async throws
    {
        for word in [Self.code, "https://chat.example.org/i#\(Self.code)"] {
            let (commands, _) = try await Self.perform(["accept", word])
            guard case .invitationAccept(let accept)? = commands.first else {
                Issue.record("\(commands)")
                return
            }
            #expect(accept.code == Self.code && !accept.cid.isEmpty)
            #expect(
                try await Self.perform(["lookup", word]).commands
                    == [.invitationRead(.with { $0.code = Self.code })])
        }
        #expect(
            try await Self.perform(["accept", "ben"]).commands
                == [.friendAccept(.with { $0.from = "ben" })])
    }

    @Test(arguments: [
        "ben", "8lGq0Yx1ZsQ2mVb7TtXk0", "8lGq0Yx1ZsQ2mVb7TtXk0AA", "https://chat.example.org/i",
        "https://chat.example.org/x#8lGq0Yx1ZsQ2mVb7TtXk0A", "ftp://a/i#8lGq0Yx1ZsQ2mVb7TtXk0A",
        "8lGq0Yx1ZsQ2mVb7TtXk0!", "#", "",
    ])
    func `are nothing else`(text: String) {
        #expect(InvitationLink(text) == nil)
    }

    @Test func `are refused at another server`() throws {
        let server = try #require(ServerAddress("chat.example.org"))
        #expect(server.site == "https://chat.example.org")
        #expect(ServerAddress("ws://127.0.0.1:8080")?.site == "http://127.0.0.1:8080")
        let link = InvitationLink(site: server.site, code: Self.code)
        #expect(InvitationLink(link.description) == link)
        #expect(try InvitationLink.code(of: link.description, at: server) == Self.code)
        #expect(try InvitationLink.code(of: Self.code, at: server) == Self.code)
        for text in ["https://other.example.org/i#\(Self.code)", "ben"] {
            #expect(throws: Failure.self) { try InvitationLink.code(of: text, at: server) }
        }
    }

    @Test func `read as sentences`() {
        let wording = Wording(
            me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
        #expect(
            wording.answer(.invitations(.with { $0.invitations = [Self.made] })) == [
                "7  2 of 5 used  until \(wording.times.text(Self.made.expiresAt))  coffee"
            ])
        #expect(
            wording.answer(.invitations(PersonalInvitations())) == [
                "no invitations: `invite` creates one"
            ])
        let preview = InvitationPreview.with {
            ($0.displayName, $0.username, $0.activity) = ("Ana Lima", "ana", "coffee")
            $0.expiresAt = Self.made.expiresAt
        }
        let end = " (until \(wording.times.text(Self.made.expiresAt)))"
        #expect(
            wording.answer(.invitationPreview(preview)) == [
                "Ana Lima (ana) invites you for coffee: `accept` makes you friends" + end
            ])
        let accepted = InvitationAccepted.with { $0.user.username = "ana" }
        #expect(
            wording.answer(.invitationAccepted(accepted)) == ["asked ana to be your friend"])
    }

    @Test func `are drawn so that a camera reads them`() throws {
        let link = "https://chat.example.org/i#\(Self.code)"
        let code = try #require(QRCode(link))
        // Version 4 at the lowest level has room for 78 bytes.
        #expect(code.width == 29 || code.width == 33)
        let lines = code.lines
        #expect(lines.count == (code.width + 8 + 1) / 2)
        let rows = lines.map { $0.filter { " ▀▄█".contains($0) } }
        #expect(rows.allSatisfy { $0.count == code.width + 8 })
        // The margin, and the upper edge of the first finder pattern.
        #expect(rows[0].allSatisfy { $0 == " " } && rows[1].allSatisfy { $0 == " " })
        #expect(rows[2].dropFirst(4).prefix(8) == "█▀▀▀▀▀█ ")
        #expect(QRCode(String(repeating: "x", count: 4_000)) == nil)
    }
}
