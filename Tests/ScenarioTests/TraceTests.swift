import Client
import Foundation
import SwiftProtobuf
import Testing
import Wire

@testable import Gateway
@testable import Server

@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A user who is traced` {
    private static func trace(_ user: String, on site: Site) throws -> LocalPeer {
        let peer = try LocalPeer(try #require(site.daemon.adminSocket))
        let order = #"{"user":"\#(user)"}"#
        peer.write(
            "POST /trace HTTP/1.1\r\nHost: a\r\nContent-Length: \(order.utf8.count)\r\n\r\n\(order)"
        )
        let head = try peer.read(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 200 OK"))
        return peer
    }

    @Test func `is shown frame by frame, without what is said, and nobody else is`() async throws {
        let site = try Site()
        let ana = try await site.person("ana", .binary)
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        let peer = try Self.trace("ana", on: site)
        try await ana.send("a secret", to: "ben", cid: "1")
        try await ben.send("another", to: "ana", cid: "2")
        _ = try await ana.message()
        var frames: [AdminFrame] = []
        while frames.count(where: { $0.name == "roomMessage" }) < 2 {
            frames.append(try AdminFrame(jsonString: try peer.read(until: "\n")))
        }
        // Frames of the new friendship may come before it.
        let command = try #require(frames.first { $0.name == "roomSend" })
        #expect(command.way == "in" && command.req > 0)
        let answer = try #require(frames.first { $0.name == "roomSent" })
        #expect(answer.way == "out" && answer.req == command.req)
        #expect(frames.allSatisfy { $0.bytes > 0 && $0.conn == frames[0].conn })
        #expect(
            frames.filter { $0.name == "roomMessage" }.allSatisfy { $0.way == "out" && $0.hasSeq })
        await ana.close()
        await ben.close()
        await site.stop()
        #expect(!(try peer.rest()).contains("secret"))
    }

    @Test func `is no longer traced when the tracer has gone, or reads nothing`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        var gone: LocalPeer? = try Self.trace("ana", on: site)
        let silent = try Self.trace("ana", on: site)
        #expect(site.daemon.traces.isAnybodyFollowed)
        gone = nil
        while site.daemon.traces.isAnybodyFollowed {
            try await ana.call(.accountRead(AccountRead()))
        }
        _ = gone
        #expect(try site.order("trace", #"{"user":"nobody"}"#).status == 404)
        await ana.close()
        await site.stop()
        _ = silent
    }
}
