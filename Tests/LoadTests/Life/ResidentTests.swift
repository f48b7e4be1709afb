import SwiftProtobuf
import Testing
import Wire

@testable import Load

/// A resident of person 3, fed with a server's messages.
private struct Dialogue {
    var resident: Resident
    var tally: LifeTally
    var output: [UInt8] = []

    init() {
        tally = LifeTally([Diary(person: 3, device: "phone", token: "secret")])
        resident = Resident(0)
        resident.opened(&tally, &output)
    }

    mutating func hear(_ json: String, at now: UInt64 = 100) {
        Array(json.utf8).withUnsafeBytes {
            resident.received($0, at: now, &tally, &output)
        }
    }

    /// Another connection, with what is remembered of this one.
    mutating func comeBack(since missing: UInt64? = nil) {
        tally.keep(resident.diary, of: 0)
        resident = Resident(0, missingSince: missing)
        resident.opened(&tally, &output)
    }

    mutating func write() { resident.write(to: 4, at: 50, &output) }

    var audit: LifeAudit {
        var memory = tally
        memory.keep(resident.diary, of: 0)
        return LifeAudit([memory])
    }

    static let session = #"{"id":1,"session":{"epoch":"e","top":0}}"#

    static func message(_ number: Int, from: Int, seq: Int) -> String {
        """
        {"seq":\(seq),"roomMessage":{"room":"u_3:u_4","from":"u_\(from)","text":"\(number) 50 ."}}
        """
    }
}

@Suite struct `A resident` {
    @Test func `is there once it has seen what it missed`() {
        var dialogue = Dialogue()
        dialogue.hear(#"{"id":1,"session":{"epoch":"e","top":2}}"#)
        #expect(!dialogue.resident.isThere)
        dialogue.hear(Dialogue.message(0, from: 4, seq: 1))
        dialogue.hear(Dialogue.message(1, from: 4, seq: 2))
        #expect(dialogue.resident.isThere)
        #expect((dialogue.tally.caughtUpCount, dialogue.tally.replayedCount) == (1, 2))
        #expect(dialogue.tally.deliveries.count == 0)
        dialogue.hear(Dialogue.message(2, from: 4, seq: 3))
        #expect(dialogue.tally.deliveries.count == 1)
        #expect(dialogue.audit.complaints == [])
    }

    @Test func `goes on behind what it has seen`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.hear(Dialogue.message(0, from: 4, seq: 1))
        dialogue.comeBack(since: 20)
        dialogue.hear(#"{"id":1,"session":{"epoch":"e","top":1}}"#)
        #expect(dialogue.resident.isThere)
        #expect((dialogue.tally.resumedCount, dialogue.tally.comings.count) == (1, 1))
        #expect(dialogue.audit.complaints == [])
    }

    @Test func `says again what had no answer, and counts it once`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.write()
        dialogue.comeBack()
        dialogue.output = []
        dialogue.hear(#"{"id":1,"session":{"epoch":"e","top":0}}"#)
        #expect(!dialogue.output.isEmpty)
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        dialogue.hear(Dialogue.message(0, from: 3, seq: 1))
        #expect(dialogue.tally.acked == [Talk(from: 3, to: 4): 1])
        #expect(dialogue.audit.complaints == [])
    }

    @Test func `misses the answer to what it said, and what it was to hear`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.write()
        #expect(dialogue.audit.complaints == ["BROKEN: 1 unanswered"])
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        #expect(dialogue.audit.lostCount == 1)
    }

    @Test(arguments: [(3, "events passed over"), (1, "doubled")])
    func `wants an inbox without a gap, and nothing twice`(seq: Int, kind: String) {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.hear(Dialogue.message(0, from: 4, seq: 1))
        dialogue.hear(Dialogue.message(1, from: 4, seq: seq))
        #expect(dialogue.audit.complaints.first == "BROKEN: 1 \(kind)")
    }

    @Test func `knows a message again that comes as another event`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.hear(Dialogue.message(0, from: 4, seq: 1))
        dialogue.hear(Dialogue.message(0, from: 4, seq: 2))
        #expect(dialogue.audit.duplicateCount == 1)
    }

    @Test func `counts a message that was passed over as one that is lost`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        for _ in 0..<2 { dialogue.write() }
        for number in 0..<2 { dialogue.hear(#"{"id":\#(number + 2),"roomSent":{"seq":1}}"#) }
        dialogue.hear(Dialogue.message(1, from: 3, seq: 2))
        #expect(dialogue.audit.lostCount == 1)
        #expect(
            dialogue.audit.complaints.prefix(2) == [
                "BROKEN: 1 lost", "BROKEN: 1 events passed over",
            ])
    }

    @Test(arguments: [
        #"{"id":2,"roomSent":{"seq":1}}"#, #"{"id":7,"roomSent":{"seq":1}}"#, Dialogue.session,
    ])
    func `wants one answer to what it said, and none to nothing`(json: String) {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.write()
        dialogue.hear(#"{"id":2,"roomSent":{"seq":1}}"#)
        dialogue.hear(Dialogue.message(0, from: 3, seq: 1))
        #expect(dialogue.audit.complaints == [])
        dialogue.hear(json)
        #expect(dialogue.audit.complaints.first == "BROKEN: 1 doubled")
    }

    @Test func `finds messages out of order`() {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.hear(Dialogue.message(1, from: 4, seq: 1))
        dialogue.hear(Dialogue.message(0, from: 4, seq: 2))
        #expect(dialogue.audit.complaints == ["BROKEN: 1 out of order"])
    }

    @Test(arguments: [
        #"{"id":1,"session":{"epoch":"f","top":5,"reset":true}}"#, "no JSON",
        #"{"seq":1,"roomMessage":{"room":"u_8:u_9","from":"u_8","text":"0 50 ."}}"#,
        #"{"seq":1,"roomMessage":{"room":"u_3:u_4","from":"u_4","text":"hi"}}"#,
    ])
    func `complains of what nobody can have meant`(json: String) {
        var dialogue = Dialogue()
        dialogue.hear(json)
        #expect(!dialogue.audit.complaints.isEmpty)
    }

    @Test func `expects a match, its end and a comment once each`() {
        let match = #""match":{"activity":"gym","with":{"username":"u_4"}}"#
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.hear(#"{"seq":1,\#(match)}"#)
        dialogue.hear(#"{"seq":2,"matchEnded":{"activity":"gym","with":"u_4"}}"#)
        dialogue.hear(#"{"seq":3,\#(match)}"#)
        dialogue.hear(#"{"seq":4,"circleCommented":{"post":"p","comment":{"id":"c"}}}"#)
        #expect(dialogue.audit.duplicateCount == 0)
        dialogue.hear(#"{"seq":5,\#(match)}"#)
        dialogue.hear(#"{"seq":6,"circleCommented":{"post":"p","comment":{"id":"c"}}}"#)
        #expect(dialogue.audit.duplicateCount == 2)
    }

    @Test func `leaves a deed for later that the server cannot do now, and drops what it refuses`()
    {
        var dialogue = Dialogue()
        dialogue.hear(Dialogue.session)
        dialogue.write()
        dialogue.hear(#"{"id":2,"error":{"code":"BUSY","message":"later","temporary":true}}"#)
        #expect(dialogue.audit.unansweredCount == 1)
        dialogue.write()
        dialogue.hear(#"{"id":3,"error":{"code":"NOT_FRIENDS","message":"no"}}"#)
        #expect(dialogue.audit.unansweredCount == 1)
        #expect(dialogue.audit.complaints.contains { $0.hasPrefix("REFUSED: 2 commands") })
    }

    @Test func `stays for as long as it wanted, and hears nothing behind its goodbye`() {
        var dialogue = Dialogue()
        dialogue.tally.keep(dialogue.resident.diary, of: 0)
        dialogue.resident = Resident(0, stayNanoseconds: 1000)
        dialogue.resident.opened(&dialogue.tally, &dialogue.output)
        dialogue.hear(Dialogue.session, at: 50)
        dialogue.resident.goHomeIfDue(at: 5000, &dialogue.tally, &dialogue.output)
        #expect(!dialogue.resident.isLeaving, "its stay has not begun")
        dialogue.resident.beginStay(at: 100)
        dialogue.resident.goHomeIfDue(at: 1099, &dialogue.tally, &dialogue.output)
        #expect(!dialogue.resident.isLeaving)
        dialogue.resident.goHomeIfDue(at: 1100, &dialogue.tally, &dialogue.output)
        #expect(dialogue.resident.isLeaving)
        dialogue.hear(Dialogue.message(0, from: 4, seq: 1))
        #expect(dialogue.tally.diaries[0]?.seen == 0)
        #expect(dialogue.tally.visitCount == 1)
    }

    @Test func `without a number is the one who has been away for longest`() {
        var tally = LifeTally((0..<3).map { Diary(person: $0, device: "phone", token: "secret") })
        var output: [UInt8] = []
        var residents: [Resident] = []
        func come() {
            var resident = Resident(stayNanoseconds: 1)
            resident.opened(&tally, &output)
            residents.append(resident)
        }
        come()
        come()
        tally.keep(residents[1].diary, of: 1)
        tally.keep(residents[0].diary, of: 0)
        (0..<4).forEach { _ in come() }
        #expect(residents.map(\.number) == [0, 1, 2, 1, 0, -1])
        #expect(tally.breaches.first == "a visitor came while all were there")
    }

    @Test func `cannot be there twice`() {
        var dialogue = Dialogue()
        var second = Resident(0)
        second.opened(&dialogue.tally, &dialogue.output)
        #expect(second.isLeaving)
        #expect(dialogue.tally.breaches.first == "0 came while it was still there")
    }
}

@Suite struct `The audit of all` {
    private static func memory(
        _ diaries: [Diary], _ change: (inout LifeTally) -> Void = { _ in }
    ) -> LifeTally {
        var memory = LifeTally(diaries)
        change(&memory)
        return memory
    }

    private static func acknowledge(_ kind: Deed.Kind, _ json: String, _ tally: inout LifeTally) {
        let answer = try? ServerMessage(jsonString: json)
        guard let body = answer?.body else { return }
        let deed = Deed(kind: kind, command: .activityList(ActivityList()), at: 0)
        tally.acknowledged(deed, body, at: 1)
    }

    @Test func `wants a message on every device of both`() {
        var heard = Diary(person: 1)
        let talk = Talk(from: 1, to: 2)
        _ = heard.hear(0, of: talk)
        let memory = Self.memory([heard, Diary(person: 2), Diary(person: 2), Diary(person: 3)]) {
            Self.acknowledge(.message(talk), #"{"id":1,"roomSent":{"seq":1}}"#, &$0)
        }
        #expect(LifeAudit([memory]).lostCount == 2)
        // It does not matter who counted what.
        let writers = Self.memory([heard]) {
            Self.acknowledge(.message(talk), #"{"id":1,"roomSent":{"seq":1}}"#, &$0)
        }
        #expect(LifeAudit([writers, Self.memory([Diary(person: 2)])]).lostCount == 1)
    }

    @Test func `expects a comment to reach the author of the post`() {
        let answer = #"{"id":1,"circleSaid":{"post":"p","comment":{"id":"c"}}}"#
        var author = Diary(person: 1)
        let lost = Self.memory([author, Diary(person: 2)]) {
            Self.acknowledge(.comment(1), answer, &$0)
        }
        #expect(LifeAudit([lost]).lostCount == 1)
        _ = author.hear(comment: "c")
        let told = Self.memory([author, Diary(person: 2)]) {
            Self.acknowledge(.comment(1), answer, &$0)
        }
        #expect(LifeAudit([told]).complaints == [])
    }

    @Test func `wants both or none to know of a match`() {
        var (one, other) = (Diary(person: 1), Diary(person: 2))
        _ = one.hear(Diary.Match(friend: 2, activity: "gym"), lasts: true)
        #expect(LifeAudit([Self.memory([one, other])]).lostCount == 1)
        _ = other.hear(Diary.Match(friend: 1, activity: "gym"), lasts: true)
        #expect(LifeAudit([Self.memory([one, other])]).lostCount == 0)
    }
}
