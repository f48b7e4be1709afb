import Testing
import Wire

@testable import Promises

@Suite struct `The trace of a device` {
    /// A device with a session behind event 4.
    private static func script() -> TestimonyScript {
        var script = TestimonyScript(person: 0)
        script.open(after: 4)
        return script
    }

    private static func kinds(_ change: (inout TestimonyScript) -> Void) -> [Violation.Kind] {
        var script = script()
        change(&script)
        return script.trace.violations.map(\.kind)
    }

    @Test func `has nothing to say against an inbox that counts`() {
        let kinds = Self.kinds { script in
            script.show(5, .befriended(1))
            script.show(6, .parted(1))
            script.open(after: 5)
            script.show(6, .parted(1))
        }
        #expect(kinds == [])
    }

    @Test func `tells of a repetition, and of an event before the session`() {
        #expect(Self.kinds { $0.show(4, .befriended(1)) } == [.duplicated])
        let early = Self.kinds { script in
            script.trace.connecting()
            script.show(5, .befriended(1))
        }
        #expect(early == [.leaked])
    }

    /// Only the inbox can say whether something was due there.
    @Test func `knows what was passed over`() {
        var script = Self.script()
        script.show(7, .befriended(1))
        #expect(script.trace.skips == [5..<7])
    }

    @Test func `tells of an event that became another`() {
        let kinds = Self.kinds { script in
            script.show(5, .befriended(1))
            script.open(after: 4)
            script.show(5, .parted(1))
        }
        #expect(kinds == [.reordered])
    }

    @Test func `tells of an inbox that began anew`() {
        #expect(Self.kinds { $0.open(after: 4, reset: true) } == [.lost])
        #expect(Self.kinds { $0.open(after: 4, epoch: "f") } == [.lost])
    }

    @Test func `expects a snapshot for a device that comes back too late, and for no other`() {
        let due = Self.kinds { $0.open(after: 4, reset: true, top: 9, floor: 6, snapshot: .init()) }
        #expect(due == [])
        let early = Self.kinds {
            $0.open(after: 4, reset: true, top: 9, floor: 5, snapshot: .init())
        }
        #expect(early == [.lost])
        #expect(Self.kinds { $0.open(after: 4, reset: true, top: 9, floor: 6) } == [.lost])
        #expect(Self.kinds { $0.open(after: 4, top: 9, floor: 6) } == [.lost])
    }

    @Test func `knows how many events are kept`() {
        var script = Self.script()
        script.open(after: 104, top: 204, floor: 105)
        #expect(script.trace.keptMin == 100)
    }

    @Test func `counts messages that were refused by a rate limit`() {
        var script = Self.script()
        script.send(1, to: 1, refused: .rateLimited)
        script.send(1, to: 1, acknowledgedAt: 7)
        #expect(script.trace.limitedCount == 1)
        #expect(script.trace.sendings[1]?.wasLimited == true)
    }

    @Test func `counts messages that were refused as temporarily unavailable`() {
        var script = Self.script()
        script.send(1, to: 1, refused: .unavailable, isTemporary: true)
        script.send(2, to: 1, refused: .rateLimited, isTemporary: true)
        script.send(3, to: 1, refused: .notFriends)
        #expect(script.trace.deferredCount == 1)
    }

    @Test func `knows what was acknowledged, refused and left open`() {
        var script = Self.script()
        script.send(1, to: 1, acknowledgedAt: 7)
        script.send(2, to: 3, refused: .notFriends)
        script.send(3, to: 1)
        #expect(
            script.trace.sendings == [
                1: Sending(to: 1, acknowledgedAt: 7, sentTime: 1, acknowledgedTime: 1),
                2: Sending(to: 3, refusal: .notFriends, sentTime: 1),
                3: Sending(to: 1, sentTime: 1),
            ])
        #expect(script.trace.acknowledgedCount == 1)
    }

    @Test func `holds a repeated message against its first answer`() {
        let same = Self.kinds { script in
            script.send(1, to: 1, acknowledgedAt: 7)
            script.send(1, to: 1, acknowledgedAt: 7)
        }
        #expect(same == [])
        let moved = Self.kinds { script in
            script.send(1, to: 1, acknowledgedAt: 7)
            script.send(1, to: 1, acknowledgedAt: 8)
        }
        #expect(moved == [.duplicated])
        let forgotten = Self.kinds { script in
            script.send(1, to: 1, acknowledgedAt: 7)
            script.send(1, to: 1, refused: .notFriends)
        }
        #expect(forgotten == [.lost])
    }

    @Test func `expects another text under a known cid to be refused`() {
        let accepted = Self.kinds { script in
            script.send(1, to: 1, acknowledgedAt: 7)
            script.send(1, to: 1, text: "1 other", acknowledgedAt: 7)
        }
        #expect(accepted == [.duplicated])
        let refused = Self.kinds { script in
            script.send(1, to: 1, acknowledgedAt: 7)
            script.send(1, to: 1, text: "1 other", refused: .conflict)
        }
        #expect(refused == [])
    }

    @Test func `counts goodbyes that say when to come back`() {
        var script = Self.script()
        var message = ServerMessage()
        message.body = .bye(Bye(code: 1012, reason: "", retryAfter: .seconds(1)))
        script.trace.received(message, at: 1, wallTime: 1)
        message.body = .bye(Bye(code: 1012, reason: ""))
        script.trace.received(message, at: 1, wallTime: 1)
        #expect(script.trace.goodbyes[1012] == 1)
    }
}
