import Client
import EventLoop
import Foundation
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Administration
@testable import Observability
@testable import Server
@testable import Settings

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `The admin socket` {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let said: String
        let answer: String
    }

    static let wrong = [
        Row(testDescription: "not HTTP", said: "kick ana\r\n\r\n", answer: "HTTP/1.1 400 "),
        Row(
            testDescription: "an order that there is none of",
            said: "POST /dance HTTP/1.1\r\nHost: a\r\n\r\n", answer: "HTTP/1.1 404 "),
        Row(
            testDescription: "a question of a monitor",
            said: "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", answer: "HTTP/1.1 405 "),
        Row(
            testDescription: "too long a body",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 8193\r\n\r\n{",
            answer: "HTTP/1.1 413 "),
        Row(
            testDescription: "too long a head",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 4_000))",
            answer: "HTTP/1.1 431 "),
        Row(
            testDescription: "no JSON",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nana",
            answer: "HTTP/1.1 400 "),
        Row(
            testDescription: "bytes that are no text",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n{\"\u{1}\u{0}é",
            answer: "HTTP/1.1 400 "),
        Row(
            testDescription: "a field that there is none of",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{\"who\":1}",
            answer: "HTTP/1.1 400 "),
        Row(
            testDescription: "a number that is none",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n{\"session\":-1}",
            answer: "HTTP/1.1 400 "),
        Row(
            testDescription: "depth without end",
            said: "POST /kick HTTP/1.1\r\nHost: a\r\nContent-Length: 8000\r\n\r\n"
                + String(repeating: #"{"user":"#, count: 1_000),
            answer: "HTTP/1.1 400 "),
    ]

    @Test(arguments: wrong)
    func `refuses what is wrong, says so in JSON, and goes on`(row: Row) async throws {
        let site = try Site()
        let peer = try LocalPeer(try #require(site.daemon.adminSocket))
        peer.write(row.said)
        let said = try peer.rest()
        #expect(said.hasPrefix(row.answer), "\(said)")
        #expect(said.contains(#"{"code":""#))
        #expect(try site.order("status").status == 200)
        await site.stop()
        #expect(site.endLog().components(separatedBy: #""ev":"admin.refused""#).count == 2)
    }

    @Test func `does not wait for silent callers, and takes one order each`() async throws {
        let site = try Site()
        let path = try #require(site.daemon.adminSocket)
        let silent = try (0..<8).map { _ in try LocalPeer(path) }
        silent[0].write("POST /status HTTP/1.1\r\n")
        let hasty = try LocalPeer(path)
        hasty.write(
            String(repeating: "POST /status HTTP/1.1\r\nHost: a\r\n\r\n", count: 3))
        hasty.finish()
        let said = try hasty.rest()
        #expect(said.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
        await site.stop()
        withExtendedLifetime(silent) {}
    }

    @Test func `takes one order after the other on a kept connection`() async throws {
        let site = try Site()
        let peer = try LocalPeer(try #require(site.daemon.adminSocket))
        let kept = "Host: a\r\nConnection: keep-alive\r\n\r\n"
        peer.write("POST /status HTTP/1.1\r\n\(kept)POST /dance HTTP/1.1\r\n\(kept)")
        peer.write("POST /sessions HTTP/1.1\r\nHost: a\r\n\r\nPOST /status HTTP/1.1\r\n\(kept)")
        let answers = try peer.rest().components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { $0.prefix(3) } == ["200", "404", "200"])
        #expect(answers.map { $0.contains("Connection: close") } == [false, false, true])
        await site.stop()
    }

    @Test func `is there for its owner alone`() async throws {
        let site = try Site()
        var status = stat()
        #expect(stat(try #require(site.daemon.adminSocket), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        await site.stop()
    }

    @Test(arguments: [(0, 990, true), (990, 990, true), (1000, 990, false), (1000, 0, false)])
    func `hears root and the daemon's own user`(user: Int, owner: Int, isHeard: Bool) {
        #expect(ControlHandler.admits(UInt32(user), owner: UInt32(owner)) == isHeard)
    }

    @Test func `is replaced by the next daemon on the data, after whatever end`() async throws {
        let site = try Site()
        try await site.restart()
        #expect(try site.order("status").answer.contains(#""state":"ready""#))
        await site.stop()
        #expect(throws: LocalPeer.Silence.self) { try site.order("status") }
    }

    @Test func `beside the data belongs to the daemon that has the data`() async throws {
        let site = try Site()
        let path = try #require(site.daemon.adminSocket)
        await site.stop()
        // Another process's socket, which may be in use: that process has no data here.
        let other = try Listener(path: path)
        try site.start()
        #expect(try site.order("status").status == 200)
        await site.stop()
        withExtendedLifetime(other) {}
    }

    @Test func `is not taken from a daemon that lives, on whatever data`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/ctl.sock"
        let site = try Site { $0.admin.socket = path }
        let failure = #expect(throws: StartFailure.self) { try Site { $0.admin.socket = path } }
        #expect(failure?.description.contains("another daemon takes orders at \(path)") == true)
        #expect(try site.order("status").status == 200)
        await site.stop()
        // Its name is still there, but nobody answers.
        let next = try Site { $0.admin.socket = path }
        #expect(try next.order("status").status == 200)
        await next.daemon.stop()
    }

    @Test func `can be somewhere else, or nowhere, and never takes the place of a file`()
        async throws
    {
        let site = try Site { $0.admin.socket = "" }
        #expect(site.daemon.adminSocket == nil)
        await site.stop()
        let failure = #expect(throws: StartFailure.self) {
            try Site { $0.admin.socket = "upford.lock" }
        }
        #expect(failure?.description.contains("admin.socket") == true)
    }

    /// A signed-in client may send every command. An order is not a command.
    @Test func `takes orders that no client can give`() async throws {
        let site = try Site()
        let known = try CommandError(jsonString: try site.order("dance").answer).message
        let orders = known.dropFirst("there are ".count).split(separator: ", ")
        #expect(orders.count >= 8)
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        for order in orders {
            peer.say(#"{"id":1,"\#(order)":{"user":"ana"}}"#)
            #expect(try peer.next().contains("UNKNOWN_COMMAND"), "\(order)")
        }
        await site.stop()
    }

    @Test func `lists sessions, and ends one or all of a user`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        let (status, answer) = try site.order("sessions", #"{"user":"ana"}"#)
        #expect(status == 200)
        let sessions = try AdminSessions(jsonString: answer).sessions
        #expect(sessions.map(\.user) == ["ana"])
        #expect(sessions.map(\.device) == ["test"])
        #expect(try site.order("sessions", #"{"user":"nobody"}"#).status == 404)
        let number = try #require(sessions.first?.session)
        #expect(try site.order("kick", #"{"user":"ana","session":"99"}"#).status == 404)
        #expect(try site.order("kick", #"{"user":"nobody"}"#).status == 404)
        let kicked = try site.order("kick", #"{"user":"ana","session":"\#(number)"}"#)
        #expect(kicked.answer == "{\"sessions\":1}\n")
        // The client comes back by itself.
        var everybody: [AdminSession] = []
        repeat {
            await Task.yield()
            everybody = try AdminSessions(jsonString: try site.order("sessions").answer).sessions
        } while !everybody.contains { $0.user == "ana" }
        #expect(Set(everybody.map(\.user)) == ["ana", "ben"])
        #expect(everybody.allSatisfy { $0.session != number })
        await ana.close()
        repeat {
            await Task.yield()
            everybody = try AdminSessions(
                jsonString: try site.order("sessions", #"{"user":"ana"}"#).answer
            ).sessions
        } while !everybody.isEmpty
        await ben.close()
        await site.stop()
        let log = site.endLog()
        let order = #""ev":"admin.done","peer_uid":\#(geteuid()),"pid":\#(getpid()),"cmd":"kick""#
        #expect(log.contains(order + #","uid":"\#(sessions.first?.uid ?? "")","n":1}"#))
        #expect(log.contains(#""cmd":"kick","code":"NOT_FOUND"}"#))
        #expect(!log.contains("ana"))
    }
}
