import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Language partners on the command line` {
    private static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
    private static let ben = Speaker.with {
        ($0.username, $0.number, $0.firstName, $0.lastName) = ("ben", 2, "Ben", "Lee")
        ($0.known, $0.learn, $0.bio) = ("zh", "en", "tea")
    }
    private static let ana = Speaker.with {
        ($0.username, $0.number, $0.firstName, $0.lastName) = ("ana", 1, "Ana", "Sol")
        ($0.known, $0.learn) = ("en", "zh")
    }

    private static func partnership(
        _ status: MeetupStatus, madeBy first: Speaker = ana
    ) -> Partnership {
        .with {
            ($0.number, $0.status, $0.version, $0.place) = (7, status, 3, "Café")
            ($0.first, $0.second) = (first, first == ana ? ben : ana)
            if status != .noMeetup { $0.at = .init(seconds: 1_795_804_200) }
        }
    }

    private static func run(
        _ words: [String], answering status: MeetupStatus = .noMeetup
    ) async throws -> (FakeServer, RecordingPrinter) {
        let server = FakeServer { command in
            switch command {
            case .partnerEnd: .success(.done(Done()))
            default: .success(.partnership(partnership(status)))
            }
        }
        let printer = RecordingPrinter()
        let command = try #require(try UpforCommand.command(in: words) as? any SessionCommand)
        try await command.perform(in: server.session(on: printer))
        return (server, printer)
    }

    @Test func `make a profile of what is said, and show it when nothing is`() async throws {
        let set = try await Self.run(
            ["partner", "me", "--first", "Ana", "--last", "Sol", "--knows", "en", "--no-open"]).0
        #expect(
            set.commands == [
                .speakerSet(
                    .with {
                        ($0.firstName, $0.lastName, $0.known) = ("Ana", "Sol", "en")
                        $0.open = false
                    })
            ])
        #expect(try await Self.run(["partner", "me"]).0.commands == [.speakerRead(SpeakerRead())])
    }

    @Test func `are made by name or by chance, and left by name`() async throws {
        #expect(
            try await Self.run(["partner", "with"]).0.commands == [.partnerMatch(PartnerMatch())])
        let ended = try await Self.run(["partner", "end", "ben"])
        #expect(
            ended.0.commands == [
                .partnerRead(.with { $0.username = "ben" }), .partnerEnd(.with { $0.number = 7 }),
            ])
    }

    @Test func `are offered a meetup that is still as it was looked at`() async throws {
        let server = try await Self.run(
            ["meet", "offer", "ben", "--at", "2026-11-27 18:30", "--place", "Café"]).0
        #expect(
            server.commands.last
                == .meetupOffer(
                    .with {
                        ($0.number, $0.place, $0.version) = (7, "Café", 3)
                        $0.at = .init(seconds: 1_795_804_200)
                    }))
    }

    @Test func `accept what is proposed, or what they say it is`() async throws {
        let plain = try await Self.run(["meet", "accept", "ben"], answering: .proposedBySecond).0
        #expect(
            plain.commands.last
                == .meetupAccept(
                    .with {
                        ($0.number, $0.place, $0.at) = (7, "Café", .init(seconds: 1_795_804_200))
                    }))
        let exact = try await Self.run(
            ["meet", "accept", "ben", "--at", "19:00", "--place", "Bar"],
            answering: .proposedBySecond
        ).0
        #expect(
            exact.commands.last
                == .meetupAccept(
                    .with {
                        ($0.number, $0.place, $0.at) = (7, "Bar", .init(seconds: 1_795_374_000))
                    }))
    }

    @Test func `accept nothing when nothing is proposed`() async throws {
        await #expect(throws: Failure.local("ben has proposed nothing: `meet offer ben` does")) {
            try await Self.run(["meet", "accept", "ben"])
        }
    }

    @Test func `take a meetup back as they have seen it`() async throws {
        let server = try await Self.run(["meet", "withdraw", "ben"], answering: .scheduled).0
        #expect(server.commands.last == .meetupClear(.with { ($0.number, $0.version) = (7, 3) }))
    }

    @Test(arguments: [
        (
            MeetupStatus.noMeetup,
            "Ben Lee (ben): no meetup (`meet offer ben --at TIME --place PLACE`)"
        ),
        (.proposedByFirst, "Ben Lee (ben): you proposed Fri 27 Nov 18:30, Café"),
        (
            .proposedBySecond,
            "Ben Lee (ben) proposes Fri 27 Nov 18:30, Café (`meet accept ben`, or counter)"
        ),
        (.scheduled, "★ Ben Lee (ben): you meet Fri 27 Nov 18:30, Café"),
    ])
    func `see four views of one partnership`(status: MeetupStatus, line: String) {
        let shown = Self.wording.answer(.partnership(Self.partnership(status)))
        #expect(shown == [line])
    }

    @Test func `see what the other did, and whose proposal waits`() {
        let wording = Self.wording
        func told(_ body: ServerMessage.OneOf_Body) -> [String] { wording.event(body, at: nil) }
        let byBen = MeetupChanged.with {
            ($0.by, $0.partnership) = ("ben", Self.partnership(.proposedByFirst, madeBy: Self.ben))
        }
        #expect(told(.meetupOffered(byBen)).first?.hasPrefix("Ben Lee (ben) proposes") == true)
        #expect(told(.meetupCleared(byBen)) == ["ben took back the meetup with you"])
        #expect(told(.meetupExpired(byBen)) == ["the time of the meetup with ben has passed"])
        #expect(
            told(.partnerEnded(.with { $0.username = "ben" }))
                == ["ben is no longer your language partner"])
    }

    @Test(arguments: [
        ["partner", "find", "--first", "Ana"], ["partner", "end"], ["partner", "list", "ben"],
        ["partner", "me", "--after", "3"], ["meet", "offer", "ben"],
        ["meet", "show", "ben", "--at", "18:00"],
    ])
    func `hear what a command takes`(words: [String]) {
        #expect(throws: (any Error).self) { try UpforCommand.command(in: words) }
    }

    @Test func `cannot take over a terminal by what they write`() {
        var speaker = Self.ben
        speaker.bio = "a\u{1B}[2Jb"
        #expect(Self.wording.answer(.speaker(speaker)).last == "  ab")
    }
}
