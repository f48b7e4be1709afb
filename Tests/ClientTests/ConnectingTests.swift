import Testing
import WebSocket
import Wire

@testable import Client

@Suite struct `A client that connects` {
    @Test func `opens a connection, and says when it is there`() {
        var dialogue = Dialogue()
        #expect(dialogue.connect("connect") == [.opens])
        #expect(dialogue.opened() == [.tells(.connected), .connectedDone])
    }

    @Test func `completes the call at once when it is connected already`() {
        var dialogue = Dialogue.connected()
        #expect(dialogue.connect("connect") == [.connectedDone])
    }

    @Test func `fails loudly when nobody answers the first time, and does not come back`() {
        var dialogue = Dialogue()
        _ = dialogue.connect("connect")
        let ending = Ending.unreachable("127.0.0.1:8080: Connection refused")
        #expect(
            dialogue.ended(ending) == [
                .answers("connect", .failure(.unreachable("127.0.0.1:8080: Connection refused")))
            ])
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `gives up after ten seconds, and may try again`() {
        var dialogue = Dialogue()
        _ = dialogue.connect("connect")
        #expect(dialogue.after(.milliseconds(9_999)) == [])
        let reason = "the server did not answer within 10 s"
        #expect(
            dialogue.after(.milliseconds(1)) == [
                .aborts, .answers("connect", .failure(.unreachable(reason))),
            ])
        #expect(dialogue.connect("connect") == [.opens])
    }

    @Test func `serves all callers that ask for the same connection`() {
        var dialogue = Dialogue()
        #expect(dialogue.connect("one") == [.opens])
        #expect(dialogue.connect("two") == [])
        #expect(
            dialogue.opened() == [
                .tells(.connected), .answers("one", .success(.done(Done()))),
                .answers("two", .success(.done(Done()))),
            ])
    }

    @Test func `without a session does not come back by itself`() {
        var dialogue = Dialogue.connected()
        #expect(
            dialogue.ended(.lost("cable")) == [
                .tells(.disconnected(reason: "cable", retryIn: nil))
            ])
        #expect(dialogue.conversation.wakeAt == nil)
        #expect(dialogue.connect("connect") == [.opens])
    }

    @Test func `takes the short way when asked to connect while it waits`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.ended(.lost("cable"))
        #expect(dialogue.connect("connect") == [.opens])
        #expect(
            dialogue.opened() == [
                .tells(.connected), .sends(2, .open(after: 0)), .connectedDone,
            ])
    }
}

@Suite struct `A client that is closed` {
    @Test func `says goodbye and waits for the server's`() {
        var dialogue = Dialogue.signedIn()
        #expect(dialogue.close("close") == [.closes(.normal)])
        #expect(dialogue.hears(.message("late"), seq: 1) == [])
        #expect(
            dialogue.ended(.closed(.normal, reason: "")) == [
                .answers("close", .success(.done(Done()))), .finishes,
            ])
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `fails what waits, and everything that comes after`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("call", .list)
        #expect(
            dialogue.close("close") == [.answers("call", .failure(.closed)), .closes(.normal)])
        #expect(dialogue.call("late", .list) == [.answers("late", .failure(.closed))])
        #expect(dialogue.connect("late") == [.answers("late", .failure(.closed))])
    }

    @Test func `does not finish an attempt`() {
        var dialogue = Dialogue()
        _ = dialogue.connect("connect")
        #expect(
            dialogue.close("close") == [
                .answers("connect", .failure(.closed)), .aborts,
                .answers("close", .success(.done(Done()))), .finishes,
            ])
        #expect(dialogue.opened() == [])
    }

    @Test func `does not come back from a wait`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.ended(.lost("cable"))
        #expect(
            dialogue.close("close") == [.answers("close", .success(.done(Done()))), .finishes])
        #expect(dialogue.after(.seconds(100)) == [])
    }
}
