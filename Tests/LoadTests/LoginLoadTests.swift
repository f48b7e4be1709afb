import SwiftProtobuf
import Testing
import WebSocket
import Wire

@testable import Load

/// A member that signs in, fed with a server's messages.
private struct Dialogue {
    var member: LoginMember
    var tally = LoginTally()
    var output: [UInt8] = []

    init(by credential: LoginMember.Credential, _ format: WireFormat = .json) {
        member = LoginMember(3, by: credential, format)
        member.opened(&tally, &output)
    }

    mutating func hear(_ json: String) { hear(Array(json.utf8)) }

    mutating func hear(_ message: [UInt8]) {
        message.withUnsafeBytes {
            member.received($0, at: MonotonicClock.nanoseconds(), &tally, &output)
        }
    }
}

@Suite struct `A member that signs in` {
    private static let run = LoginRun(
        population: Population(size: 10, friendCount: 2, activePercent: 0, togglerCount: 0),
        count: 1, atOnce: 1)
    private static let session = """
        {"id":1,"session":{"user":{"username":"u_3"},"snapshot":{"friends":{"friends":[{},{}]}}}}
        """

    @Test func `gets a token by password, and leaves`() {
        var dialogue = Dialogue(by: .password)
        dialogue.hear(#"{"id":1,"account":{"token":"secret"}}"#)
        #expect(dialogue.tally.tokens == [3: "secret"])
        #expect(dialogue.member.isLeaving)
    }

    @Test func `is counted when the session is there, once`() {
        var dialogue = Dialogue(by: .token("secret"))
        dialogue.hear(#"{"presence":{"user":"u_4","online":true}}"#)
        #expect(!dialogue.member.isLeaving)
        dialogue.hear(Self.session)
        #expect(dialogue.member.isLeaving)
        dialogue.hear(#"{"presence":{"user":"u_4","online":true}}"#)
        #expect(dialogue.tally.signIns.count == 1)
        #expect(dialogue.tally.friendCounts == [2])
        let report = LoginReport(
            Self.run, dialogue.tally, nanoseconds: 1_000_000_000, cpuNanoseconds: 7000)
        #expect(report.complaints.isEmpty)
        #expect((report.signInsPerSecond, report.cpuMicrosecondsPerSignIn) == (1, 7))
        #expect((report.lost, report.duplicated) == (0, 0))
        #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    }

    @Test func `says and hears it in binary, if that is wanted`() throws {
        var dialogue = Dialogue(by: .token("secret"), .binary)
        let opcode = try #require(dialogue.output.first) & 0x0F
        #expect(opcode == Opcode.binary.rawValue)
        dialogue.hear(try ServerMessage(jsonString: Self.session).serializedBytes())
        #expect(dialogue.member.isLeaving)
        #expect((dialogue.tally.signIns.count, dialogue.tally.friendCounts) == (1, [2]))
    }

    @Test func `is answered once, or there is a complaint`() {
        var dialogue = Dialogue(by: .token("secret"))
        let unanswered = LoginReport(Self.run, dialogue.tally, nanoseconds: 1, cpuNanoseconds: 1)
        #expect(unanswered.complaints == ["BROKEN: 1 sign-ins without an answer"])
        dialogue.hear(Self.session)
        dialogue.hear(Self.session)
        let doubled = LoginReport(Self.run, dialogue.tally, nanoseconds: 1, cpuNanoseconds: 1)
        #expect(doubled.complaints == ["BROKEN: 1 sign-ins answered again"])
        #expect((unanswered.lost, doubled.lost, doubled.duplicated) == (1, 0, 1))
    }

    @Test func `misses friends that are not in the snapshot`() {
        var dialogue = Dialogue(by: .token("secret"))
        dialogue.hear(#"{"id":1,"session":{"user":{"username":"u_3"}}}"#)
        let report = LoginReport(Self.run, dialogue.tally, nanoseconds: 1, cpuNanoseconds: 1)
        #expect(report.complaints == ["BROKEN: snapshots with [0] friends"])
    }

    @Test(
        arguments: [
            (#"{"id":1,"session":{"user":{"username":"u_4"}}}"#, "3 was signed in as u_4"),
            (#"{"id":1,"error":{"code":"NOT_FRIENDS","message":"no"}}"#, "3 was refused: "),
        ])
    func `says it of an answer in binary, too`(answer: String, failure: String) throws {
        var dialogue = Dialogue(by: .token("secret"), .binary)
        dialogue.hear(try ServerMessage(jsonString: answer).serializedBytes())
        #expect(dialogue.tally.firstFailure?.hasPrefix(failure) == true)
        #expect(dialogue.member.isLeaving)
    }

    @Test(
        arguments: [
            (#"{"id":1,"session":{"user":{"username":"u_4"}}}"#, "3 was signed in as u_4"),
            (#"{"id":1,"error":{"code":"NOT_FRIENDS","message":"no"}}"#, "3 was refused: "),
            ("garbage", "3 got a message that cannot be read"),
        ])
    func `says what was wrong, and leaves`(answer: String, failure: String) {
        var dialogue = Dialogue(by: .token("secret"))
        dialogue.hear(answer)
        #expect(dialogue.tally.firstFailure?.hasPrefix(failure) == true)
        #expect(dialogue.member.isLeaving)
    }
}
