import TestSupport
import Testing
import WebSocket
import Wire

@testable import Client

@Suite struct `A client that lost its connection` {
    @Test(arguments: [
        Ending.lost("cable"), .closed(.goingAway, reason: ""), .closed(.internalError, reason: ""),
        .closed(.serviceRestart, reason: ""), .closed(.tryAgainLater, reason: ""),
        .closed(.tooSlow, reason: ""), .closed(CloseCode(rawValue: 4000), reason: ""),
        .closed(CloseCode(rawValue: 4499), reason: ""),
    ])
    func `comes back by itself`(ending: Ending) {
        var dialogue = Dialogue.signedIn()
        #expect(dialogue.ended(ending).last?.retryIn != nil)
        #expect(dialogue.wakes() == [.opens])
    }

    @Test(arguments: [
        Ending.closed(.normal, reason: ""), .closed(.protocolError, reason: ""),
        .closed(.policyViolation, reason: ""), .closed(.messageTooBig, reason: ""),
        .closed(.banned, reason: ""), .closed(CloseCode(rawValue: 4500), reason: ""),
        .closed(CloseCode(rawValue: 4999), reason: ""), .closed(nil, reason: ""),
    ])
    func `stays away where it is not wanted`(ending: Ending) {
        var dialogue = Dialogue.signedIn()
        let said = dialogue.ended(ending)
        #expect(said == [.tells(.disconnected(reason: ending.text, retryIn: nil))])
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `says so when its device was signed out`() {
        var dialogue = Dialogue.signedIn()
        let ending = Ending.closed(.loggedOut, reason: "revoked")
        let said = dialogue.ended(ending)
        #expect(
            said == [
                .tells(.signedOut(reason: ending.text)),
                .tells(.disconnected(reason: ending.text, retryIn: nil)),
            ])
    }

    @Test func `comes with the token that its owner has by then`() {
        var dialogue = Dialogue.signedIn { $0.currentToken = { "another" } }
        _ = dialogue.ended(.lost("cable"))
        _ = dialogue.wakes()
        let said = dialogue.opened()
        #expect(said.contains { "\($0)".contains("another") }, "\(said)")
    }

    @Test func `stays away when resuming is off`() {
        var dialogue = Dialogue.signedIn { $0.resumes = false }
        #expect(
            dialogue.ended(.lost("cable")) == [
                .tells(.disconnected(reason: "cable", retryIn: nil))
            ])
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `keeps on trying`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.ended(.lost("cable"))
        for _ in 0..<50 {
            #expect(dialogue.wakes() == [.opens])
            #expect(dialogue.ended(.unreachable("refused")).last?.retryIn != nil)
        }
        _ = dialogue.wakes()
        #expect(dialogue.opened().first == .tells(.connected))
    }

    @Test func `gives an attempt ten seconds too`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.ended(.lost("cable"))
        _ = dialogue.wakes()
        let said = dialogue.after(.seconds(10))
        #expect(said.first == .aborts)
        #expect(said.last?.retryIn != nil)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `waits at least as long as the server asked`(seed: UInt64) throws {
        var dialogue = Dialogue.signedIn()
        dialogue.generator = SeededGenerator(seed: seed)
        #expect(dialogue.hears(.bye(1012, seconds: 7)).count == 1)
        let wait = try #require(
            dialogue.ended(.closed(.serviceRestart, reason: "")).last?.retryIn)
        #expect(wait >= .seconds(7))
        #expect(wait <= .milliseconds(7_500))
        #expect(dialogue.after(.milliseconds(6_999)) == [])
        #expect(dialogue.after(.milliseconds(501)) == [.opens])
    }

    @Test func `forgets the server's wish with the next attempt`() throws {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.hears(.bye(1012, seconds: 7))
        _ = dialogue.ended(.lost("cable"))
        _ = dialogue.wakes()
        let wait = try #require(dialogue.ended(.unreachable("refused")).last?.retryIn)
        #expect(wait <= .seconds(1))
    }

    @Test func `never waits longer than a day, whatever the server says`() throws {
        for seconds in [Int64.max, Int64.min, -1, 86_401] {
            var dialogue = Dialogue.signedIn()
            _ = dialogue.hears(.bye(1012, seconds: seconds))
            let wait = try #require(dialogue.ended(.lost("cable")).last?.retryIn)
            #expect(wait >= .zero)
            #expect(wait <= .dayLong + .milliseconds(500))
        }
    }

    @Test func `believes a goodbye whose close frame was lost`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.hears(.bye(4501, seconds: 0))
        let reason = "the server closed the connection: so long (4501)"
        #expect(
            dialogue.ended(.lost("cable")) == [
                .tells(.disconnected(reason: reason, retryIn: nil))
            ])
    }
}

@Suite struct `A client that resumes` {
    @Test func `stays away when its token is no good any more`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("chat", .send("hi", cid: "k"))
        _ = dialogue.comesBack()
        let reason = "the session is over: no"
        #expect(
            dialogue.hears(.refusal(.invalidToken), answering: 3) == [
                .tells(.signedOut(reason: reason)), .closes(.normal),
                .answers("chat", .failure(.disconnected(reason))),
                .tells(.disconnected(reason: reason, retryIn: nil)),
            ])
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `comes again when the server is busy, no sooner than it asks`() throws {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.comesBack()
        let said = dialogue.hears(
            .refusal(.busy, temporary: true, seconds: 3), answering: 2)
        #expect(said.first == .closes(.goingAway))
        #expect(try #require(said.last?.retryIn) >= .seconds(3))
    }

    @Test func `does not wait for ever for its session`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.comesBack()
        let said = dialogue.after(.seconds(15))
        #expect(said.first == .aborts)
        #expect(said.last?.retryIn != nil)
    }

    @Test(arguments: [
        ClientMessage.OneOf_Command.accountLogout(AccountLogout()),
        .accountDelete(AccountDelete()),
    ])
    func `asks whether it is still signed in, once signing out took too long`(
        command: ClientMessage.OneOf_Command
    ) throws {
        var dialogue = Dialogue.signedIn(seq: 6)
        _ = dialogue.call("out", command)
        let said = dialogue.after(.seconds(15))
        #expect(said.prefix(2) == [.answers("out", .failure(.timedOut)), .aborts])
        #expect(said.last?.retryIn != nil)
        _ = dialogue.wakes()
        #expect(dialogue.opened() == [.tells(.connected), .sends(3, .open(after: 6))])
        let end = dialogue.hears(.refusal(.invalidToken), answering: 3)
        #expect(end.contains(.closes(.normal)))
        #expect(dialogue.conversation.wakeAt == nil)
    }

    @Test func `ends a connection once, however much is overdue on it`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.call("out", .accountLogout(AccountLogout()))
        _ = dialogue.call("out again", .accountLogout(AccountLogout()))
        #expect(dialogue.after(.seconds(15)).filter { $0 == .aborts }.count == 1)
    }

    @Test func `comes again when the answer makes no sense`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.comesBack()
        let said = dialogue.hears(.done(Done()), answering: 2)
        #expect(said.first == .closes(.protocolError))
        #expect(said.last?.retryIn != nil)
    }

    @Test func `does not remember a token that was refused`() {
        var dialogue = Dialogue.connected()
        _ = dialogue.signIn("s", after: 0)
        _ = dialogue.hears(.refusal(.invalidToken), answering: 1)
        #expect(dialogue.ended(.lost("cable")).last?.retryIn == nil)
    }
}

@Suite struct `A silent server` {
    @Test func `is asked after a minute, and left ten seconds later`() {
        var dialogue = Dialogue.signedIn()
        #expect(dialogue.after(.milliseconds(59_999)) == [])
        #expect(dialogue.wakes() == [.pings])
        #expect(dialogue.after(.milliseconds(9_999)) == [])
        let said = dialogue.wakes()
        #expect(said.first == .aborts)
        #expect(said.last?.lostReason == "the server has fallen silent")
        #expect(said.last?.retryIn != nil)
    }

    @Test func `is believed to live at any sign of it`() {
        var dialogue = Dialogue.signedIn()
        _ = dialogue.after(.seconds(60))
        dialogue.conversation.heard(at: dialogue.now)
        #expect(dialogue.after(.seconds(59)) == [])
        _ = dialogue.hears(.presence)
        #expect(dialogue.after(.seconds(59)) == [])
        #expect(dialogue.after(.seconds(1)) == [.pings])
    }
}
