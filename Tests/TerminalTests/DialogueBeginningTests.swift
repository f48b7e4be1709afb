import Client
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `A talk` {
    @Test func `does what is typed before its events come`() async {
        let (dialogue, screen, server) = begun()
        await dialogue.begin(with: Samples.session)
        _ = await dialogue.entered("up gym")
        #expect(screen.talkLines == ["you are up for gym"])
        #expect(server.commands.count == 1)
    }

    @Test func `takes the session it began with once, and each that follows`() async {
        let (dialogue, screen, _) = begun()
        await dialogue.begin(with: Samples.session)
        _ = await dialogue.happened(.signedIn(Samples.session))
        _ = await dialogue.happened(.disconnected(reason: "x", retryIn: .seconds(1)))
        _ = await dialogue.happened(.signedIn(Samples.session))
        #expect(screen.board?.isConnected == true)
        #expect(
            screen.talkLines.last == "back online: the board shows how everything stands now")
    }

    @Test(arguments: ["did -m 2 ben coffee", "did ben coffee -m 2", "did -m 2 ben Coffee"])
    func `does not take the value of an option for an activity`(line: String) async {
        let (dialogue, _, server) = begun()
        await dialogue.begin(with: Samples.session)
        _ = await dialogue.entered(line)
        #expect(
            server.commands.last
                == .circleConfirm(
                    .with { ($0.friend, $0.activity, $0.text) = ("ben", "coffee", "2") }))
    }

    @Test func `a mark that no server would set does no harm`() async {
        let page = RoomPage.with {
            $0.messages = [Samples.message("ben", "lunch?")]
            $0.more = true
            $0.mark = Samples.mark(.max, unread: 0)
        }
        let server = FakeServer { _ in .success(.roomPage(page)) }
        let screen = RecordingPrinter()
        let dialogue = Dialogue(session: server.session(on: screen), screen: screen)
        _ = await dialogue.entered("chat ben")
        #expect(screen.dataLines.last == "22:02  ben: lunch?")
    }

    private func begun() -> (Dialogue, RecordingPrinter, FakeServer) {
        let server = FakeServer { command in
            guard case .activityList = command else { return .success(.done(Done())) }
            return .success(.activities(Samples.session.snapshot.activities))
        }
        let screen = RecordingPrinter(isLive: true)
        return (Dialogue(session: server.session(on: screen), screen: screen), screen, server)
    }
}
