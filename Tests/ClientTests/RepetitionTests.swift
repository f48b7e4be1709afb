import Testing
import WebSocket
import Wire

@testable import Client

/// A repetition is refused for now. The outcome of the first attempt is still unknown.
@Suite struct `A command that the client repeats` {
    /// Signed in again, with a message under way for the second time, as command 2.
    private static func repeating() -> Dialogue {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("chat", .send("hi", cid: "k"))
        _ = dialogue.comesBack()
        let said = dialogue.hears(.session(.with(epoch: "e", top: 0)), answering: 3)
        #expect(said.last == .sends(2, .send("hi", cid: "k")))
        return dialogue
    }

    @Test(arguments: [ErrorCode.rateLimited, .busy, .unavailable])
    func `too soon waits as long as the server says, and is sent again`(code: ErrorCode) {
        var dialogue = Self.repeating()
        #expect(dialogue.hears(.refusal(code, temporary: true, seconds: 3), answering: 2) == [])
        #expect(dialogue.after(.milliseconds(2_999)) == [])
        #expect(dialogue.wakes() == [.sends(2, .send("hi", cid: "k"))])
        #expect(dialogue.hears(.sent, answering: 2) == [.answers("chat", .success(.sent))])
    }

    @Test func `too soon, and again too soon, waits twice`() {
        var dialogue = Self.repeating()
        for _ in 1...2 {
            let refusal = ServerMessage.OneOf_Body.refusal(
                .rateLimited, temporary: true, seconds: 14)
            #expect(dialogue.hears(refusal, answering: 2) == [])
            #expect(dialogue.after(.seconds(14)) == [.sends(2, .send("hi", cid: "k"))])
        }
        #expect(dialogue.after(.seconds(15)) == [.answers("chat", .failure(.timedOut))])
    }

    @Test func `far too soon is given up, with an unknown outcome`() {
        var dialogue = Self.repeating()
        let refusal = ServerMessage.OneOf_Body.refusal(.rateLimited, temporary: true, seconds: 60)
        #expect(
            dialogue.hears(refusal, answering: 2) == [.answers("chat", .failure(.timedOut))])
    }

    @Test func `too soon again and again is given up all the same`() {
        var dialogue = Self.repeating()
        var said: [Said] = []
        for _ in 1...12 where said.isEmpty {
            let refusal = ServerMessage.OneOf_Body.refusal(
                .unavailable, temporary: true, seconds: 5)
            said = dialogue.hears(refusal, answering: 2)
            if said.isEmpty { _ = dialogue.after(.seconds(5)) }
        }
        #expect(said == [.answers("chat", .failure(.timedOut))])
    }

    @Test func `and rests is not sent for the next user who signs in`() {
        var dialogue = Self.repeating()
        let refusal = ServerMessage.OneOf_Body.refusal(.rateLimited, temporary: true, seconds: 3)
        #expect(dialogue.hears(refusal, answering: 2) == [])
        _ = dialogue.call("bye", .accountLogout(AccountLogout()))
        let said = dialogue.hears(.done(Done()), answering: 4)
        let reason = "signed out before the answer came"
        #expect(said.first == .answers("chat", .failure(.disconnected(reason))))
        #expect(dialogue.after(.seconds(3)) == [])
    }

    @Test func `goes before what was asked for later`() {
        var dialogue = Self.repeating()
        let refusal = ServerMessage.OneOf_Body.refusal(.rateLimited, temporary: true, seconds: 3)
        _ = dialogue.hears(refusal, answering: 2)
        _ = dialogue.comesBack()
        _ = dialogue.call("later", .send("ho", cid: "l"))
        let said = dialogue.hears(.session(.with(epoch: "e", top: 0)), answering: 4)
        #expect(
            said.suffix(2) == [.sends(2, .send("hi", cid: "k")), .sends(5, .send("ho", cid: "l"))])
    }

    @Test func `is answered when the server says no for good`() {
        var dialogue = Self.repeating()
        let said = dialogue.hears(.refusal(.notFriends), answering: 2)
        #expect(said.first == .answers("chat", .failure(.refused(.refusing(.notFriends)))))
    }

    @Test func `for the first time is not one: its refusal is the answer`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("chat", .send("hi", cid: "k"))
        let said = dialogue.hears(
            .refusal(.rateLimited, temporary: true, seconds: 3), answering: 2)
        #expect(said.count == 1)
        guard case .answers("chat", .failure(.refused))? = said.first else {
            Issue.record("\(said)")
            return
        }
    }
}

extension CommandError {
    fileprivate static func refusing(_ code: ErrorCode) -> Self {
        guard case .error(let error) = ServerMessage.OneOf_Body.refusal(code) else { return Self() }
        return error
    }
}
