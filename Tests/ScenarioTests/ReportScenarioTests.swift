import Foundation
import SwiftProtobuf
import Testing
import Wire

@testable import Server

/// Reports over real sockets, with an administrator beside: the recipients, and the immediate
/// effects.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A report over sockets` {
    @Test(arguments: ["person", "message", "post"])
    func `is seen by the administrators, and by nobody else in any byte`(kind: String) async throws
    {
        let story = try Story()
        let (before, bystander) = (try story.ben.looks(), try story.cleo.looks())
        #expect(before.count > 10 && before.allSatisfy { !$0.contains("error") })
        try story.report(kind)
        #expect(try story.ben.looks() == before)
        #expect(try story.cleo.looks() == bystander)
        #expect(story.ben.heard == [] && story.cleo.heard == [])
        let found = try #require(try story.cases().first)
        #expect(found.kind == kind && found.user == "ben" && found.count == 1)
        let order = #"{"id":"\#(found.id)"}"#
        let whole = try AdminCase(jsonString: story.site.order("report", order).answer)
        #expect(whole.reports.map(\.by) == ["ana"] && whole.reports.map(\.text) == ["a zebra"])
        let evidence = ["person": "", "message": "you walrus", "post": "Coffee: a walrus and I"]
        #expect(whole.reports.map(\.evidence) == [evidence[kind]])
        // A dismissed report leaves no trace either.
        try story.decide(kind, "DISMISS", #","note":"a wombat""#)
        #expect(try story.ben.looks() == before && story.cleo.looks() == bystander)
        #expect(story.ben.heard == [])
        #expect(story.cleo.heard == [])
        #expect(story.ana.heard == [])
        let log = await story.end()
        #expect(log.count { $0.contains(#""ev":"report.received","uid":"#) } == 1)
        for word in ["zebra", "walrus", "wombat", "HARASSMENT"] {
            #expect(!log.contains { $0.contains(word) }, "\(word)")
        }
        try Self.expectAudit(of: ["dismiss"], in: log)
    }

    @Test func `takes a message from both at once, when that is decided`() async throws {
        let story = try Story()
        try story.report("message")
        try story.decide("message", "HIDE")
        for person in [story.ana, story.ben] {
            try person.waits(for: #"{"seq":"#, #""roomMessageChanged":"#, #""deleted":true"#)
            let page = try person.ask(#""roomHistory":{"with":"\#(person.friend)"}"#)
            #expect(page.contains(#""deleted":true"#) && !page.contains("walrus"))
        }
        _ = try story.cleo.looks()
        #expect(story.cleo.heard == [])
        try Self.expectAudit(of: ["hide"], in: await story.end())
    }

    @Test func `takes a post from everybody at once, when that is decided`() async throws {
        let story = try Story()
        for person in [story.ana, story.ben] { _ = try person.ask(#""circleOpen":{"on":true}"#) }
        try story.report("post")
        try story.decide("post", "HIDE")
        for person in [story.ana, story.ben] {
            try person.waits(for: #""circleChanged":"#, story.post)
            let answer = try person.ask(#""circleRead":{"post":"\#(story.post)"}"#)
            #expect(answer.contains("NOT_FOUND"))
        }
        try Self.expectAudit(of: ["hide"], in: await story.end())
    }

    @Test func `has the reported user warned, suspended and banned, each at once`() async throws {
        let story = try Story()
        try story.report("person")
        try story.decide("person", "WARN", #","reason":"stop it""#)
        try story.ben.waits(for: #""moderationWarned":{"text":"stop it"}"#)
        try story.report("message")
        try story.decide("message", "SUSPEND", #","reason":"rest","seconds":1"#)
        #expect(try story.ben.end() == "close 4501")
        let again = try story.comesBack(beingRefused: "BANNED")
        try story.report("post")
        try story.decide("post", "BAN", #","reason":"for good""#)
        #expect(try again.end() == "close 4501")
        #expect(try story.opens().contains(#""code":"BANNED""#))
        _ = try story.ana.looks()
        #expect(!story.ana.heard.contains { $0.contains("moderation") })
        try Self.expectAudit(of: ["warn", "suspend", "ban"], in: await story.end())
    }

    @Test func `is counted until it is decided, and since when the oldest waits`() async throws {
        let story = try Story()
        let (cases, oldest) = ("upfor_report_cases", "upfor_report_oldest_timestamp_seconds")
        #expect(try story.site.metrics()[cases] == 0 && story.site.metrics()[oldest] == 0)
        try story.report("person")
        try story.report("message")
        #expect(try story.site.metrics()[cases] == 2)
        let since = try story.site.metrics()[oldest] ?? 0
        #expect(abs(since - Date.now.timeIntervalSince1970) < 120)
        try story.decide("person", "DISMISS")
        #expect(try story.site.metrics()[cases] == 1)
        try await story.site.restart()
        #expect(try story.site.metrics()[cases] == 1 && story.site.metrics()[oldest] ?? 0 > 0)
        try story.decide("message", "DISMISS")
        #expect(try story.site.metrics()[cases] == 0 && story.site.metrics()[oldest] == 0)
        _ = await story.end()
    }

    /// Each decision is in the event log, with what was decided and by whom.
    private static func expectAudit(of decisions: [String], in log: [String]) throws {
        let decided = log.filter { $0.contains(#""ev":"report.decided""#) }
        #expect(decided.count == decisions.count)
        for (line, decision) in zip(decided, decisions) {
            #expect(line.contains(#""uid":"#) && line.contains(#""reason":"\#(decision)""#))
        }
        let done = log.filter { $0.contains(#""ev":"admin.done""#) }
            .filter { $0.contains(#""cmd":"decide""#) && $0.contains(#""peer_uid":"#) }
        #expect(done.count == decisions.count)
    }
}

/// ana is a friend of ben, who has said and posted something; cleo is a friend of both.
private final class Story {
    let site: Site
    let ana, ben, cleo: Witness
    let post: String
    private let token: String

    init() throws {
        let site = try Site()
        self.site = site
        let peers = try (0..<3).map { _ in try RawPeer(port: site.daemon.port) }
        var tokens: [String] = []
        for (peer, name) in zip(peers, ["ana", "ben", "cleo"]) {
            _ = try peer.upgrade()
            tokens.append(try peer.register(name))
            peer.say(RawPeer.open(tokens.last ?? ""))
            _ = try peer.next()
        }
        token = tokens[1]
        ana = Witness(peers[0], friend: "ben")
        ben = Witness(peers[1], friend: "ana")
        cleo = Witness(peers[2], friend: "ben")
        for (one, other, name) in [(ana, ben, "ana"), (cleo, ben, "cleo"), (cleo, ana, "cleo")] {
            let asked = other === ben ? "ben" : "ana"
            _ = try one.ask(#""friendRequest":{"to":"\#(asked)"}"#)
            _ = try other.ask(#""friendAccept":{"from":"\#(name)"}"#)
        }
        _ = try ben.ask(#""roomSend":{"to":"ana","text":"you walrus","cid":"1"}"#)
        for person in [ana, ben] {
            _ = try person.ask(#""activitySet":{"activity":"coffee","on":true}"#)
        }
        let confirm = #""circleConfirm":{"activity":"coffee","friend":"#
        _ = try ana.ask(confirm + #""ben"}"#)
        let answer = try ben.ask(confirm + #""ana","text":"a walrus and I"}"#)
        let start = try #require(answer.firstRange(of: #""post":""#)).upperBound
        post = String(answer[start...].prefix { $0 != "\"" })
        let names = ["ana", "ben", "cleo"]
        for (person, name) in zip([ana, ben, cleo], names) {
            // Presence comes when the server's digest is due.
            for friend in names where friend != name {
                try person.waits(for: #""user":"\#(friend)","online":true"#)
            }
        }
        for person in [ana, ben, cleo] { try person.catchUp(with: [ana, ben, cleo]) }
    }

    func report(_ kind: String) throws {
        let about = ["message": #""message":1,"#, "post": #""post":"\#(post)","#][kind] ?? ""
        let answer = try ana.ask(
            #""userReport":{"user":"ben",\#(about)"reason":"HARASSMENT","text":"a zebra"}"#)
        #expect(answer.contains(#""done""#), "\(answer)")
    }

    func cases() throws -> [AdminCase] {
        try AdminReports(jsonString: site.order("reports").answer).cases
    }

    func decide(_ kind: String, _ action: String, _ more: String = "") throws {
        let found = try #require(try cases().first { $0.kind == kind })
        let order = #"{"id":"\#(found.id)","action":"\#(action)"\#(more)}"#
        #expect(try site.order("decide", order).status == 200)
    }

    /// What ben receives when he opens a session again.
    func opens() throws -> String {
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        peer.say(RawPeer.open(token))
        return try peer.next()
    }

    /// ben tries until he is let in; until then he is refused, unless his time is over already.
    func comesBack(beingRefused code: String) throws -> Witness {
        while true {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            peer.say(RawPeer.open(token))
            let answer = try peer.next()
            guard answer.contains(#""error""#) else { return Witness(peer, friend: "ana") }
            #expect(answer.contains(#""code":"\#(code)""#))
        }
    }

    /// Ends the daemon; its event log, line by line.
    func end() async -> [String] {
        await site.stop()
        return site.endLog().split(separator: "\n").map(String.init)
    }
}

/// One connection, and everything that came over it without being asked for.
private final class Witness {
    private(set) var heard: [String] = []
    let friend: String
    private let peer: RawPeer

    init(_ peer: RawPeer, friend: String) {
        (self.peer, self.friend) = (peer, friend)
    }

    /// Everything that can be looked at, in every byte: each look has the same id each time.
    func looks() throws -> [String] {
        try [
            #""friendList":{}"#, #""mailboxList":{}"#, #""roomList":{}"#, #""circleList":{}"#,
            #""roomHistory":{"with":"\#(friend)"}"#, #""matchList":{"past":true}"#,
            #""activityList":{}"#, #""userLookup":{"username":"\#(friend)"}"#,
            #""blockList":{}"#, #""accountRead":{}"#, #""privacyRead":{}"#, #""deviceList":{}"#,
            #""audienceList":{"activity":"coffee"}"#, #""roomSearch":{"text":"walrus"}"#,
            #""matchWhy":{"friend":"\#(friend)","activity":"coffee"}"#,
        ].map { try ask($0) }
    }

    /// The answer to a command.
    func ask(_ command: String) throws -> String {
        peer.say(#"{"id":7,\#(command)}"#)
        while true {
            let text = try peer.next()
            guard !text.hasPrefix(#"{"id":7,"#), text != "end" else { return text }
            heard.append(text)
        }
    }

    /// Waits for what comes by itself and has all these parts.
    func waits(for parts: String...) throws {
        while !heard.contains(where: { text in parts.allSatisfy { text.contains($0) } }) {
            let text = try peer.next()
            guard text != "end" else { throw RawPeer.Silence() }
            heard.append(text)
        }
    }

    /// How the server closes.
    func end() throws -> String {
        while true {
            let text = try peer.next()
            if text.hasPrefix("close") || text == "end" { return text }
        }
    }

    /// Forgets what it has heard of the story so far.
    func catchUp(with others: [Witness]) throws {
        for other in others { _ = try other.looks() }
        heard = []
    }
}
