import Client
import SwiftProtobuf
import Synchronization
import Testing
import Wire

@testable import Terminal

@Suite struct `What is done at the prompt` {
    @Test(arguments: [true, false])
    func `to block a user, or no longer, is reported once`(isBlocked: Bool) async {
        let screen = RecordingPrinter()
        let server = FakeServer { command in
            guard case .blockList = command else { return .success(.done(Done())) }
            return .success(.blocks(.with { $0.users = [Samples.person("ben", "Ben Smith")] }))
        }
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered(isBlocked ? "block ben" : "unblock ben")
        if isBlocked {
            await Self.tell(dialogue, .friendRemoved(.with { $0.friend = "ben" }))
        }
        let change = ServerMessage.OneOf_Body.blockChanged(
            .with { ($0.user, $0.blocked) = (Samples.person("ben", "Ben Smith"), isBlocked) })
        await Self.tell(dialogue, change)
        let (sentence, parted) =
            isBlocked
            ? ("ben is blocked, and not told", ["22:02  ben is no longer your friend"])
            : ("ben is no longer blocked", [])
        #expect(screen.talkLines == [sentence])
        #expect(screen.dataLines == parted)
        await Self.tell(dialogue, change)
        #expect(screen.dataLines.count == parted.count + 1, "on another device")
    }

    @Test(arguments: ["--only ben coffee", "coffee --all"])
    func `to choose an audience is reported once`(words: String) async {
        let server = FakeServer { command in
            guard case .audienceList = command else { return .success(.audience(Audience())) }
            return .success(.audience(.with { $0.friends = [.with { $0.user.username = "ben" }] }))
        }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        let change = ServerMessage.OneOf_Body.audienceChanged(.with { $0.activity = "coffee" })
        _ = await dialogue.entered("audience coffee")
        await Self.tell(dialogue, change)
        let line = "22:02  for whom coffee is meant was changed (`audience coffee` shows it)"
        #expect(screen.dataLines.last == line, "on another device: here it was only looked at")
        screen.clear()
        _ = await dialogue.entered("audience coffee --json")
        await Self.tell(dialogue, change)
        #expect(screen.dataLines.last == line, "looked at, in another form")
        _ = await dialogue.entered("audience \(words)")
        screen.clear()
        await Self.tell(dialogue, .audienceChanged(.with { $0.activity = "movie" }))
        let other = "22:02  for whom movie is meant was changed (`audience movie` shows it)"
        #expect(screen.dataLines == [other], "another activity, on another device")
        await Self.tell(dialogue, change)
        #expect(screen.dataLines == [other])
    }

    private static let ben = Speaker.with {
        ($0.username, $0.firstName, $0.lastName) = ("ben", "Ben", "Lee")
    }

    private static func meetup(
        by user: String, _ status: MeetupStatus
    ) -> MeetupChanged {
        .with {
            $0.by = user
            $0.partnership.number = 7
            $0.partnership.first.username = "ana"
            $0.partnership.second = ben
            ($0.partnership.status, $0.partnership.place) = (status, "Park")
            $0.partnership.at = Samples.at
        }
    }

    @Test func `to propose a meetup is reported once, and the partner's changes at once`() async {
        let screen = RecordingPrinter(isLive: true)
        let status = Mutex(MeetupStatus.noMeetup)
        let server = FakeServer { command in
            if case .partnerList = command {
                let one = Self.meetup(by: "", status.withLock { $0 }).partnership
                return .success(.partnerships(.with { $0.partnerships = [one] }))
            }
            return .success(.partnership(Self.meetup(by: "ana", .proposedByFirst).partnership))
        }
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        await dialogue.begin(with: Samples.session)
        _ = await dialogue.entered("meet offer ben --at 2999-01-01T00:00:00Z --place Park")
        screen.clear()
        await Self.tell(dialogue, .meetupOffered(Self.meetup(by: "ana", .proposedByFirst)))
        #expect(screen.dataLines == [], "the answer has said it")
        #expect(await dialogue.board.proposalCount == 0)
        status.withLock { $0 = .proposedBySecond }
        await Self.tell(dialogue, .meetupOffered(Self.meetup(by: "ben", .proposedBySecond)))
        #expect(screen.dataLines.count == 1)
        #expect(screen.dataLines[0].contains("Ben Lee (ben) proposes"))
        #expect(await dialogue.board.proposalCount == 1)
        _ = await dialogue.entered("meet accept ben")
        screen.clear()
        status.withLock { $0 = .scheduled }
        await Self.tell(dialogue, .meetupAccepted(Self.meetup(by: "ana", .scheduled)))
        #expect(screen.dataLines == [])
        #expect(await dialogue.board.proposalCount == 0)
        await Self.tell(dialogue, .meetupCleared(Self.meetup(by: "ben", .noMeetup)))
        #expect(screen.dataLines.count == 1)
        #expect(screen.dataLines[0].contains("ben took back the meetup with you"))
    }

    private static func tell(_ dialogue: Dialogue, _ body: ServerMessage.OneOf_Body) async {
        _ = await dialogue.happened(.inbox(seq: 9, at: Samples.at, body: body))
    }
}
