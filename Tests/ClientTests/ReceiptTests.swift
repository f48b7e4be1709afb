import Testing
import Wire

@testable import Client

@Suite struct `The receipts of a device` {
    @Test func `are sent after a moment, one for all events in it`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.hears(.message("b"), seq: 8)
        #expect(dialogue.after(.milliseconds(400)) == [])
        #expect(dialogue.wakes() == [.sends(2, .acknowledges(8))])
        #expect(dialogue.hears(.done(Done()), answering: 2) == [])
        #expect(dialogue.after(.seconds(5)) == [])
    }

    @Test func `are sent by the next session if the last one got no answer`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        #expect(dialogue.after(.seconds(1)) == [.sends(2, .acknowledges(7))])
        _ = dialogue.comesBack()
        _ = dialogue.hears(.session(.with(epoch: "e", top: 7)), answering: 3)
        #expect(dialogue.after(.seconds(1)) == [.sends(4, .acknowledges(7))])
        _ = dialogue.hears(.done(Done()), answering: 4)
        _ = dialogue.comesBack()
        _ = dialogue.hears(.session(.with(epoch: "e", top: 7)), answering: 5)
        #expect(dialogue.after(.seconds(1)) == [])
    }

    @Test func `are not sent for the place that a reset gave`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.comesBack()
        _ = dialogue.hears(.session(.with(epoch: "f", top: 90, reset: true)), answering: 2)
        #expect(dialogue.after(.seconds(1)) == [])
    }

    @Test func `that get no answer do not end the connection`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.after(.seconds(1))
        #expect(dialogue.after(.seconds(20)) == [])
        #expect(dialogue.conversation.phase == .signedIn)
    }

    @Test func `are not sent by a program that does not acknowledge`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        _ = dialogue.hears(.message("a"), seq: 7)
        #expect(dialogue.after(.seconds(5)) == [])
    }
}
