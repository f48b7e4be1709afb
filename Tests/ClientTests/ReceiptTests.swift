import Testing
import Wire

@testable import Client

@Suite struct `What a device has` {
    @Test func `is told to the server once a moment has passed, for all that came in it`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.hears(.message("b"), seq: 8)
        #expect(dialogue.after(.milliseconds(400)) == [])
        #expect(dialogue.wakes() == [.sends(2, .acknowledges(8))])
        #expect(dialogue.hears(.done(Done()), answering: 2) == [])
        #expect(dialogue.after(.seconds(5)) == [])
    }

    @Test func `is told by the next session if the last one did not hear of it`() {
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

    @Test func `after a reset is what the server gave`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.comesBack()
        _ = dialogue.hears(.session(.with(epoch: "f", top: 90, reset: true)), answering: 2)
        #expect(dialogue.after(.seconds(1)) == [])
    }

    @Test func `unanswered breaks nothing off`() {
        var dialogue = Dialogue.signedIn(seq: 6) { $0.acknowledges = true }
        _ = dialogue.hears(.message("a"), seq: 7)
        _ = dialogue.after(.seconds(1))
        #expect(dialogue.after(.seconds(20)) == [])
        #expect(dialogue.conversation.phase == .signedIn)
    }

    @Test func `stays with a program that does not tell`() {
        var dialogue = Dialogue.signedIn(seq: 6)
        _ = dialogue.hears(.message("a"), seq: 7)
        #expect(dialogue.after(.seconds(5)) == [])
    }
}
