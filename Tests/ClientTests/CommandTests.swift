import SwiftProtobuf
import Testing
import WebSocket
import Wire

@testable import Client

@Suite struct `A command` {
    @Test func `gets the answer with its id, whatever the order`() {
        var dialogue = Dialogue.signedIn()
        #expect(dialogue.call("a", .list) == [.sends(2, .list)])
        #expect(dialogue.call("b", .list) == [.sends(3, .list)])
        #expect(
            dialogue.hears(.friends(Friends()), answering: 3) == [
                .answers("b", .success(.friends(Friends())))
            ])
        #expect(
            dialogue.hears(.done(Done()), answering: 2) == [
                .answers("a", .success(.done(Done())))
            ])
    }

    @Test func `may be refused`() throws {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("a", .list)
        let refusal = ServerMessage.OneOf_Body.refusal(.notFriends)
        guard case .error(let error) = refusal else { return }
        #expect(
            dialogue.hears(refusal, answering: 2) == [.answers("a", .failure(.refused(error)))])
    }

    @Test func `fails when its answer says nothing that is known`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("a", .list)
        let what = "an answer of a kind that this client does not know"
        #expect(
            dialogue.hears(nil, answering: 2) == [.answers("a", .failure(.violation(what)))])
    }

    @Test func `is given up after fifteen seconds, and a late answer is nobody's`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("a", .list)
        _ = dialogue.after(.seconds(5))
        _ = dialogue.call("b", .list)
        #expect(dialogue.after(.milliseconds(9_999)) == [])
        #expect(dialogue.wakes() == [.answers("a", .failure(.timedOut))])
        #expect(dialogue.hears(.done(Done()), answering: 2) == [])
        #expect(dialogue.wakes() == [.answers("b", .failure(.timedOut))])
    }

    @Test func `fails at once without a connection`() {
        var dialogue = Dialogue()
        let error = ClientError.disconnected("not connected to the server")
        #expect(dialogue.call("a", .list) == [.answers("a", .failure(error))])
    }

    @Test func `waits for its turn when the server allows only so many`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0)
        _ = dialogue.hears(.session(.with(epoch: "e", top: 0, window: 2)), answering: 1)
        #expect(dialogue.call("a", .list) == [.sends(2, .list)])
        #expect(dialogue.call("b", .list) == [.sends(3, .list)])
        #expect(dialogue.call("c", .list) == [])
        #expect(
            dialogue.hears(.done(Done()), answering: 2) == [
                .answers("a", .success(.done(Done()))), .sends(4, .list),
            ])
    }

    @Test func `makes room for the next when it is given up`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0)
        _ = dialogue.hears(.session(.with(epoch: "e", top: 0, window: 1)), answering: 1)
        _ = dialogue.call("a", .list)
        _ = dialogue.after(.seconds(14))
        #expect(dialogue.call("b", .list) == [])
        #expect(
            dialogue.after(.seconds(1)) == [.answers("a", .failure(.timedOut)), .sends(3, .list)])
    }

    @Test func `that the server would not take is refused before it is sent`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0)
        _ = dialogue.hears(.session(.with(epoch: "e", top: 0, bytes: 100)), answering: 1)
        let said = dialogue.call("a", .send(String(repeating: "x", count: 200), cid: "k"))
        guard case .answers("a", .failure(.refused(let error)))? = said.first else {
            Issue.record("not refused: \(said)")
            return
        }
        #expect(said.count == 1)
        #expect(error.code == .tooLarge)
    }

    @Test func `with a text that is much too long is refused for that text`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0)
        _ = dialogue.hears(.session(.with(epoch: "e", top: 0, bytes: 65_536)), answering: 1)
        let said = dialogue.call("a", .send(String(repeating: "x", count: 70_000), cid: "k"))
        let error = CommandError.with {
            ($0.code, $0.field) = (.invalidField, "roomSend.text")
            $0.message = "expected 1 to 4000 characters"
        }
        #expect(said == [.answers("a", .failure(.refused(error)))])
    }

    @Test func `is lost with its connection, unless it can be repeated`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("list", .list)
        _ = dialogue.call("chat", .send("hi", cid: "k1"))
        _ = dialogue.call("bare", .send("hi", cid: ""))
        let said = dialogue.ended(.lost("cable"))
        #expect(
            said.dropLast() == [
                .answers("list", .failure(.disconnected("cable"))),
                .answers("bare", .failure(.disconnected("cable"))),
            ])
        _ = dialogue.wakes()
        #expect(dialogue.opened() == [.tells(.connected), .sends(5, .open(after: 0))])
        let session = SessionOpened.with(epoch: "e", top: 0)
        #expect(
            dialogue.hears(.session(session), answering: 5) == [
                .tells(.signedIn(session)), .sends(3, .send("hi", cid: "k1")),
            ])
        #expect(dialogue.hears(.sent, answering: 3) == [.answers("chat", .success(.sent))])
    }

    @Test func `that is made while the client is away waits if it can be repeated`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.ended(.lost("cable"))
        #expect(dialogue.call("chat", .send("hi", cid: "k1")) == [])
        let error = ClientError.disconnected("not connected to the server right now")
        #expect(dialogue.call("list", .list) == [.answers("list", .failure(error))])
        _ = dialogue.wakes()
        _ = dialogue.opened()
        #expect(dialogue.call("early", .list) == [])
        let session = SessionOpened.with(epoch: "e", top: 0)
        #expect(
            dialogue.hears(.session(session), answering: 3) == [
                .tells(.signedIn(session)), .sends(2, .send("hi", cid: "k1")), .sends(4, .list),
            ])
    }

    @Test func `does not wait for ever while the client is away`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("chat", .send("hi", cid: "k1"))
        _ = dialogue.hears(.bye(1012, seconds: 60))
        _ = dialogue.ended(.lost("cable"))
        #expect(dialogue.wakes() == [.answers("chat", .failure(.timedOut))])
    }
}
