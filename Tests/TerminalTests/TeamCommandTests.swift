import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `Teams on the command line` {
    private static let wording = Wording(
        me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)

    private static func said(_ words: [String]) async throws -> ClientMessage.OneOf_Command? {
        let server = FakeServer { command in
            switch command {
            case .swipeDrop, .projectLeave, .projectDelete, .gatheringLeave, .gatheringDelete:
                .success(.done(Done()))
            case .gatheringFind, .gatheringList: .success(.gatherings(Gatherings()))
            case .deckRead: .success(.deck(Deck()))
            default: .success(.swipe(Swipe()))
            }
        }
        let command = try #require(try UpforCommand.command(in: words) as? any SessionCommand)
        try await command.perform(in: server.session(on: RecordingPrinter()))
        return server.commands.last
    }

    @Test func `swipe projects, and people for a project`() async throws {
        #expect(
            try await Self.said(["swipe", "right", "3"])
                == .swipeSet(.with { ($0.project, $0.approve) = (3, true) }))
        #expect(
            try await Self.said(["swipe", "left", "3", "ben"])
                == .swipeSet(.with { ($0.project, $0.username) = (3, "ben") }))
        #expect(
            try await Self.said(["swipe", "back", "3"])
                == .swipeDrop(.with { $0.project = 3 }))
        #expect(
            try await Self.said(["deck", "7"]) == .deckRead(.with { $0.gathering = 7 }))
        #expect(
            try await Self.said(["deck", "--project", "3", "--limit", "5"])
                == .deckRead(.with { ($0.project, $0.limit) = (3, 5) }))
    }

    @Test func `find events, and say what one can do`() async throws {
        #expect(
            try await Self.said(["event", "find", "--lat", "52.5", "--lon=-13.4"])
                == .gatheringFind(.with { ($0.lat, $0.lon) = (52.5, -13.4) }))
        #expect(
            try await Self.said(["event", "me", "--skill", "web", "--no-open"])
                == .teamProfileSet(
                    .with {
                        $0.skills = .with { $0.skills = ["web"] }
                        $0.open = false
                    }))
        #expect(
            try await Self.said([
                "event", "make", "--title", "Hack", "--starts", "2026-11-27 18:30", "--ends",
                "2026-11-28 18:30",
            ])
                == .gatheringCreate(
                    .with {
                        $0.title = "Hack"
                        $0.starts = .init(seconds: 1_795_804_200)
                        $0.ends = .init(seconds: 1_795_890_600)
                    }))
        #expect(
            try await Self.said(["event", "me", "--companies"])
                == .teamProfileSet(.with { $0.openToCompanies = true }))
        #expect(
            try await Self.said(["resume", "list", "--of", "ben"])
                == .teamDocumentList(.with { $0.username = "ben" }))
        #expect(
            try await Self.said(["project", "recruiter", "3", "ben"])
                == .projectGrant(
                    .with { ($0.number, $0.username, $0.role) = (3, "ben", .recruiter) }))
    }

    @Test func `give roles at events`() async throws {
        #expect(
            try await Self.said(["event", "grant", "7", "ben", "--role", "coordinator"])
                == .gatheringGrant(
                    .with { ($0.number, $0.username, $0.role) = (7, "ben", .coordinator) }))
        let words = ["event", "grant", "7", "ben", "--role", "company", "--company", "Acme"]
        #expect(
            try await Self.said(words)
                == .gatheringGrant(
                    .with {
                        ($0.number, $0.username) = (7, "ben")
                        ($0.role, $0.company) = (.company, "Acme")
                    }))
    }

    @Test(arguments: [
        ["event", "grant", "7", "ben"], ["event", "grant", "7", "--role", "planner"],
        ["event", "grant", "7", "ben", "--role", "company"],
        ["event", "grant", "7", "ben", "--role", "planner", "--company", "Acme"],
        ["event", "--role", "planner"], ["event", "--companies"], ["resume", "put"],
        ["resume", "get"], ["resume", "delete", "--of", "ben"], ["resume", "list", "cv.pdf"],
        ["swipe", "right"], ["swipe", "right", "3", "--mutual"], ["deck"],
        ["deck", "7", "--project", "3"], ["event", "join"], ["event", "plan", "7"],
        ["event", "make", "--title", "x"], ["event", "find", "--lat", "1"],
        ["project", "make", "7"], ["project", "remove", "3"], ["event", "--skill", "web"],
    ])
    func `hear what a command takes`(words: [String]) {
        #expect(throws: (any Error).self) { try UpforCommand.command(in: words) }
    }

    @Test func `see who attends as what, and what they have opened`() {
        let ben = UserProfile.with { ($0.username, $0.displayName) = ("ben", "ben") }
        let page = Attendees.with { page in
            page.attendees = [
                .with {
                    $0.profile = .with { $0.user = ben }
                    ($0.role, $0.company) = (.company, "Ac\u{1B}[2Jme")
                },
                .with {
                    $0.profile = .with { $0.user = ben }
                    $0.role = .coordinator
                    $0.documents = [.with { $0.kind = .resume }]
                },
            ]
        }
        #expect(
            Self.wording.answer(.attendees(page))
                == ["ben (for Acme)", "ben (coordinator) [resume]"])
        let granted = GatheringGranted.with {
            ($0.title, $0.role, $0.company) = ("Hack", .company, "Acme")
        }
        #expect(
            Self.wording.event(.gatheringGranted(granted), at: nil)
                == ["you attend Hack for Acme now"])
    }

    @Test func `see what is mutual, what is left, and what happened`() {
        let ben = UserProfile.with { ($0.username, $0.displayName) = ("ben", "ben") }
        var swipe = Swipe.with {
            ($0.project, $0.approve, $0.mutual, $0.user) = (3, true, true, ben)
        }
        #expect(
            Self.wording.answer(.swipe(swipe)) == [
                "you swiped project 3 to the right: mutual, waits for a place"
            ])
        (swipe.byProject, swipe.joined) = (true, true)
        #expect(
            Self.wording.answer(.swipe(swipe)) == [
                "project 3 swiped ben to the right: ★ joined"
            ])
        let card = DeckCard.with {
            $0.project = .with {
                ($0.number, $0.title, $0.capacity, $0.size) = (3, "Ro\u{1B}[2Jbots", 5, 2)
                $0.skills = ["web"]
            }
            $0.shared = 1
        }
        let deck = Deck.with { ($0.cards, $0.next) = ([card], "1:3") }
        #expect(
            Self.wording.answer(.deck(deck)) == [
                "3  Robots: web (2 of 5) (1 in common)", "… more: --after 1:3",
            ])
        let joined = TeamChanged.with { ($0.title, $0.user) = ("Robots", ben) }
        #expect(Self.wording.event(.teamJoined(joined), at: nil) == ["★ ben joined Robots"])
    }
}
