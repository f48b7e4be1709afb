import Client
import Server
import TestSupport
import Testing
import WebSocket
import Wire

@testable import Settings

/// What went wrong once, under attack or under load. Each of these failed before its fix.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `In adversity` {
    @Test func `an inbox and a history larger than an outbox arrive whole`() async throws {
        let site = try Site { $0.limits.outboxBytes = 65_536 }
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        let position = await ben.leave()
        let text = String(repeating: "ж", count: 4000)
        for number in 1...40 { try await ana.send(text, to: "ben", cid: "\(number)") }
        try await ben.comeBack(from: position)
        for number in 1...40 { #expect(try await ben.message().seq == UInt32(number)) }
        var history = RoomHistory()
        history.with = "ana"
        guard case .roomPage(let page) = try await ben.call(.roomHistory(history)) else {
            Issue.record("no page")
            return
        }
        #expect(page.more)
        #expect(page.messages.last?.seq == 40)
        #expect(await ben.lossCount == 0)
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `after a restart, a user who left before is offline, and since when is known`()
        async throws
    {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        let ben = try await site.person("ben")
        try await ben.signUp()
        try await ana.befriend(ben)
        while try await !ana.presence().online {}
        await ben.close()
        while try await ana.presence().online {}
        try await site.restart()
        try await ana.resumed()
        let friend = try #require(try await ana.friends().first)
        #expect(friend.hasOnline && !friend.online)
        #expect(friend.hasLastSeen)
        await ana.close()
        await site.stop()
    }

    @Test func `a client that says hello and goodbye at once does not stay online`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        try await ana.signUp()
        let first = try RawPeer(port: site.daemon.port)
        _ = try first.upgrade()
        let token = try first.register("ben")
        var request = FriendRequest()
        request.to = "ben"
        try await ana.call(.friendRequest(request))
        first.say(RawPeer.open(token))
        while try !first.next().contains("friendRequested") {}
        first.say(#"{"id":3,"friendAccept":{"from":"ana"}}"#)
        #expect(try await ana.presence().online)
        first.frame(.close, [0x03, 0xE8])
        #expect(try await !ana.presence().online)

        let second = try RawPeer(port: site.daemon.port)
        _ = try second.upgrade()
        var bytes: [UInt8] = []
        Array(RawPeer.open(token).utf8).withUnsafeBytes {
            FrameWriter.append(.text, $0, mask: 1, to: &bytes)
        }
        FrameWriter.appendClose(.normal, mask: 1, to: &bytes)
        second.write(bytes)
        while try second.next() != "end" {}
        let third = try RawPeer(port: site.daemon.port)
        _ = try third.upgrade()
        third.say(RawPeer.open(token))
        #expect(try await ana.presence().online)
        third.frame(.close, [0x03, 0xE8])
        #expect(try await !ana.presence().online)
        await ana.close()
        await site.stop()
    }

    @Test func `one connection signs in as one user, however fast it asks`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        let ana = try peer.register("ana")
        let ben = try peer.register("ben")
        var bytes: [UInt8] = []
        for (id, token) in [(2, ana), (3, ben)] {
            Array(RawPeer.open(token, id: id).utf8).withUnsafeBytes {
                FrameWriter.append(.text, $0, mask: 1, to: &bytes)
            }
        }
        peer.write(bytes)
        let answers = [try peer.next(), try peer.next()]
        #expect(answers.count { $0.contains("ALREADY_SIGNED_IN") && $0.contains("\"id\":3") } == 1)
        #expect(answers.count { $0.contains("\"username\":\"ana\"") } == 1)
        await site.stop()
    }

    @Test func `a log-out ends every connection of its token`() async throws {
        let site = try Site()
        let phone = try RawPeer(port: site.daemon.port)
        let tablet = try RawPeer(port: site.daemon.port)
        _ = try phone.upgrade()
        _ = try tablet.upgrade()
        let token = try phone.register("ana")
        phone.say(RawPeer.open(token))
        tablet.say(RawPeer.open(token, device: "tablet"))
        #expect(try phone.next().contains("\"session\""))
        #expect(try tablet.next().contains("\"session\""))
        phone.say(#"{"id":3,"accountLogout":{}}"#)
        #expect(try phone.next().contains("done"))
        #expect(try tablet.next().contains("\"code\":4502"))
        #expect(try tablet.next() == "close 4502")
        phone.say(#"{"id":4,"friendList":{}}"#)
        #expect(try phone.next().contains("NOT_SIGNED_IN"))
        await site.stop()
    }

    @Test func `nothing sent while a session opens is missed`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        for round in 1...40 {
            let position = await ben.leave()
            async let sent: RoomSent = ana.send("\(round)", to: "ben", cid: "\(round)")
            try await ben.comeBack(from: position)
            _ = try await sent
            #expect(try await ben.message().text == "\(round)")
        }
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `a client that asks for many pages and reads none is paused, and gets them all`()
        async throws
    {
        let site = try Site {
            $0.limits.outboxBytes = 65_536
            $0.listen.kernelSendBytes = 4096
        }
        let peer = try await Self.greedyPeer(on: site)
        var ids: [Int] = []
        while ids.count < Self.pageIDs.count {
            let answer = try peer.next()
            if let id = Self.pageIDs.first(where: {
                answer.hasPrefix(#"{"id":\#($0),"roomPage""#)
            }) {
                ids.append(id)
            } else if answer.hasPrefix("close") || answer == "end" {
                break
            }
        }
        #expect(ids == Array(Self.pageIDs))
        await site.stop()
    }

    @Test func `a client that asks for many pages and reads none does not hold up a successor`()
        async throws
    {
        let site = try Site {
            $0.limits.outboxBytes = 65_536
            $0.drain.seconds = 300
            $0.listen.kernelSendBytes = 4096
        }
        var peer: RawPeer? = try await Self.greedyPeer(on: site)
        // The first page is there, the others wait.
        while try peer?.next().contains("roomPage") == false {}
        let daemon = site.daemon
        async let stopped: Void = daemon.stop()
        // The data are free for a successor before the remaining clients are cut off.
        var successor: Daemon?
        let isFree = await eventually {
            successor = try? site.twin()
            return successor != nil
        }
        #expect(isFree)
        peer = nil
        await stopped
        await successor?.stop()
    }

    private static let pageIDs = 10..<40

    /// Signed in, and has asked for thirty pages, each of which is nearly an outbox.
    private static func greedyPeer(on site: Site) async throws -> RawPeer {
        let first = try RawPeer(port: site.daemon.port)
        _ = try first.upgrade()
        let token = try first.register("ana")
        let ben = try await site.person("ben")
        try await ben.signUp()
        first.say(RawPeer.open(token))
        _ = try first.next()
        first.say(#"{"id":3,"friendRequest":{"to":"ben","cid":"1"}}"#)
        while try !first.next().contains(#""id":3"#) {}
        first.hangUp()
        var accept = FriendAccept()
        accept.from = "ana"
        try await ben.call(.friendAccept(accept))
        let text = String(repeating: "ж", count: 4000)
        for number in 1...6 { try await ben.send(text, to: "ana", cid: "\(number)") }
        await ben.close()

        let peer = try RawPeer(port: site.daemon.port, receiveBytes: 4096)
        _ = try peer.upgrade()
        peer.say(#"{"id":2,"sessionOpen":{"token":"\#(token)","device":"raw"}}"#)
        #expect(try peer.next().contains("session"))
        for id in pageIDs { peer.say(#"{"id":\#(id),"roomHistory":{"with":"ben"}}"#) }
        return peer
    }
}
