import Testing
import WebSocket
import Wire

@testable import Client

@Suite struct `The inbox` {
    @Test func `is handed out in order, each event once`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        #expect(dialogue.hears(.message("a"), seq: 7) == [.event(7, "a")])
        #expect(dialogue.hears(.message("a"), seq: 7) == [])
        #expect(dialogue.hears(.message("z"), seq: 3) == [])
        #expect(dialogue.hears(.message("b"), seq: 8) == [.event(8, "b")])
        #expect(dialogue.conversation.cursor == InboxCursor(epoch: "e", seq: 8))
    }

    @Test func `that skips an event makes the client resume behind the last it has`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        let said = dialogue.hears(.message("c"), seq: 9)
        #expect(said.first == .closes(.protocolError))
        #expect(said.last?.lostReason == "event 9 came where 7 was due")
        #expect(said.last?.retryIn != nil)
        #expect(dialogue.hears(.message("b"), seq: 7) == [])
        #expect(dialogue.wakes() == [.opens])
        #expect(dialogue.opened().last == .sends(2, .open(after: 6)))
    }

    @Test func `goes on behind what was seen, on a new connection`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        _ = dialogue.hears(.message("a"), seq: 7)
        #expect(dialogue.comesBack() == [.tells(.connected), .sends(2, .open(after: 7))])
        let session = SessionOpened.with(epoch: "e", top: 9)
        #expect(
            dialogue.hears(.session(session), answering: 2) == [.tells(.signedIn(session))])
        #expect(dialogue.hears(.message("b"), seq: 8) == [.event(8, "b")])
    }

    @Test func `of another epoch starts over at its top`() {
        var dialogue = Dialogue.signedIn(seq: 600)
        _ = dialogue.comesBack()
        let session = SessionOpened.with(epoch: "f", top: 20, reset: true)
        _ = dialogue.hears(.session(session), answering: 2)
        #expect(dialogue.hears(.message("a"), seq: 21) == [.event(21, "a")])
        #expect(dialogue.comesBack().last == .sends(3, .open(after: 21, epoch: "f")))
    }

    @Test func `begins at its top for a device that asks for no past`() {
        var dialogue = Dialogue.connected()
        #expect(dialogue.signIn("s", after: nil) == [.sends(1, .open(after: nil))])
        _ = dialogue.hears(.session(.with(epoch: "e", top: 40)), answering: 1)
        #expect(dialogue.hears(.message("a"), seq: 41) == [.event(41, "a")])
    }

    @Test func `begins at its first event for a device that asks for everything`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0, epoch: "")
        _ = dialogue.hears(.session(.with(epoch: "e", top: 40)), answering: 1)
        #expect(dialogue.hears(.message("a"), seq: 1) == [.event(1, "a")])
    }

    @Test func `counts an event of a kind that is not known`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        #expect(dialogue.hears(nil, seq: 7) == [])
        #expect(dialogue.hears(.message("b"), seq: 8) == [.event(8, "b")])
    }

    @Test func `is nobody's before a session and after signing out`() {
        var dialogue = Dialogue.connected()
        #expect(dialogue.hears(.message("a"), seq: 1) == [])
        dialogue = Dialogue.signedIn()
        _ = dialogue.call("out", .accountLogout(AccountLogout()))
        _ = dialogue.hears(.done(Done()), answering: 2)
        #expect(dialogue.hears(.message("a"), seq: 1) == [])
        #expect(dialogue.ended(.lost("cable")).last?.retryIn == nil)
    }

    @Test func `keeps what its reader had no room for`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        _ = dialogue.hears(.message("a"), seq: 7)
        let said = dialogue.unclaimed(7)
        #expect(said.first == .closes(.goingAway))
        #expect(said.last?.retryIn != nil)
        _ = dialogue.wakes()
        #expect(dialogue.opened().last == .sends(2, .open(after: 6)))
    }

    @Test func `does not hold what may be lost`() {
        var dialogue = Dialogue.connected()
        #expect(dialogue.hears(.presence) == [.tells(.ephemeral(.presence))])
    }

    @Test func `ends with a message that is none`() {
        var dialogue = Dialogue.signedIn()
        let said = dialogue.hears(nil as ServerMessage?)
        #expect(said.first == .closes(.invalidPayload))
        #expect(said.last?.retryIn != nil)
    }
}
