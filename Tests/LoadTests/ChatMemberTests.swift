import Testing
import Wire

@testable import Load

/// One member, fed with a server's messages.
private struct Dialogue {
    var member: ChatMember
    var tally = ChatTally()
    var output: [UInt8] = []

    init(inFlight: Int = 2, format: WireFormat = .json) {
        let manner = ChatMember.Manner(format: format, inFlight: inFlight, characters: 30)
        member = ChatMember(ChatPerson(0, of: "crowd"), manner, token: "secret")
        member.opened(&tally, &output)
    }

    mutating func hear(_ json: String, at now: UInt64 = 100) {
        Array(json.utf8).withUnsafeBytes { member.received($0, at: now, &tally, &output) }
    }

    mutating func talk() { member.talk(&tally, &output) }

    /// The final audit, with the friend having received the same.
    var audit: ChatAudit {
        var audit = ChatAudit(tally)
        audit.add(member.own, member.own)
        return audit
    }

    /// A delivery of the message of that number to its author.
    static func echo(_ number: Int, seq: Int) -> String {
        """
        {"seq":\(seq),"roomMessage":{"from":"crowd_0","text":"\(number) 50 ."}}
        """
    }
}

@Suite struct `A person of the chat` {
    @Test func `has a neighbour for a friend, and one of the two asks`() {
        let ana = ChatPerson(6, of: "x")
        let ben = ChatPerson(7, of: "x")
        #expect((ana.name, ana.friend, ana.asks) == ("x_6", "x_7", true))
        #expect((ben.name, ben.friend, ben.asks) == ("x_7", "x_6", false))
    }

    @Test func `keeps as many messages under way as was said`() {
        var dialogue = Dialogue(inFlight: 3)
        dialogue.talk()
        #expect(dialogue.tally.sentCount == 3)
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        #expect((dialogue.tally.sentCount, dialogue.tally.ackedCount) == (4, 1))
        dialogue.member.fallSilent()
        dialogue.hear(#"{"id":3,"roomSent":{"seq":2}}"#)
        #expect((dialogue.tally.sentCount, dialogue.tally.ackedCount) == (4, 2))
    }

    @Test func `finds nothing to complain of when all is well`() {
        var dialogue = Dialogue(inFlight: 1)
        dialogue.talk()
        dialogue.member.fallSilent()
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        dialogue.hear(Dialogue.echo(0, seq: 1))
        #expect(dialogue.audit.isClean)
        #expect(dialogue.audit.complaints == [])
    }

    @Test func `makes nothing of what a newer server says besides`() {
        var dialogue = Dialogue(inFlight: 1)
        dialogue.talk()
        dialogue.member.fallSilent()
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1,"novelty":true},"novelty":{}}"#)
        #expect((dialogue.tally.ackedCount, dialogue.tally.breaches.otherCount) == (1, 0))
    }

    @Test func `misses what was acknowledged and not delivered`() {
        var dialogue = Dialogue(inFlight: 1)
        dialogue.talk()
        dialogue.member.fallSilent()
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        #expect(!dialogue.audit.isClean)
        #expect(dialogue.audit.lostCount == 2)
        #expect(dialogue.audit.complaints == ["BROKEN: 2 deliveries lost"])
    }

    @Test func `misses the answer to what it sent`() {
        var dialogue = Dialogue(inFlight: 1)
        dialogue.talk()
        #expect(!dialogue.audit.isClean)
        #expect(dialogue.audit.complaints == ["BROKEN: 1 messages unanswered"])
    }

    @Test(arguments: [
        ([0, 1, 1], "BROKEN: 2 deliveries doubled"),
        ([1, 0, 2], "BROKEN: 2 deliveries out of order"),
    ])
    func `notices what comes twice or in another order`(came: [Int], complaint: String) {
        var dialogue = Dialogue()
        for (seq, number) in came.enumerated() {
            dialogue.hear(Dialogue.echo(number, seq: seq + 1))
        }
        #expect(dialogue.audit.complaints == [complaint])
        #expect(!dialogue.audit.isClean)
    }

    @Test func `takes a refusal for one, and not for a loss`() {
        var dialogue = Dialogue(inFlight: 1)
        dialogue.talk()
        dialogue.hear(#"{"id":2,"error":{"code":"BUSY","message":"later"}}"#)
        #expect(dialogue.audit.unansweredCount == 0)
        #expect(!dialogue.audit.isClean)
        #expect(dialogue.audit.complaints == ["REFUSED: 1 commands, the first: busy: later"])
    }

    @Test(arguments: [
        "no JSON", #"{"id":77,"roomSent":{}}"#,
        #"{"roomMessage":{"from":"crowd_1","text":"hi there"}}"#,
    ])
    func `calls a broken promise what nobody can have said`(message: String) {
        var dialogue = Dialogue()
        dialogue.hear(message)
        #expect(dialogue.tally.breaches.otherCount == 1)
        #expect(!dialogue.audit.isClean)
    }

    @Test func `wants an inbox without gaps`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.echo(0, seq: 5))
        dialogue.hear(Dialogue.echo(1, seq: 6))
        #expect(dialogue.tally.breaches.otherCount == 0)
        dialogue.hear(Dialogue.echo(2, seq: 8))
        #expect(dialogue.tally.breaches.first == "the inbox of crowd_0 went from 6 to 8")
    }
}
