import Client
import Foundation
import Hub
import Settings
import SwiftProtobuf
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A signed-in socket` {
    @Test func `gives way to a newer one of its device`() async throws {
        let site = try Site()
        let old = try RawPeer(port: site.daemon.port)
        _ = try old.upgrade()
        let token = try old.register("ana")
        old.say(RawPeer.open(token))
        _ = try old.next()
        let new = try RawPeer(port: site.daemon.port)
        _ = try new.upgrade()
        new.say(RawPeer.open(token))
        #expect(try new.next().contains(#""session""#))
        let bye = try old.next()
        #expect(bye.contains(#""code":4409"#))
        #expect(try old.next() == "close 4409")
        old.hangUp()
        new.say(#"{"id":3,"friendList":{}}"#)
        #expect(try new.next() == #"{"id":3,"friends":{"friends":[]}}"#)
        await site.stop()
    }

    @Test func `closes when its token is given up elsewhere`() async throws {
        let site = try Site()
        let one = try RawPeer(port: site.daemon.port)
        _ = try one.upgrade()
        let token = try one.register("ana")
        one.say(RawPeer.open(token))
        _ = try one.next()
        let other = try RawPeer(port: site.daemon.port)
        _ = try other.upgrade()
        other.say(RawPeer.open(token, device: "other"))
        _ = try other.next()
        other.say(#"{"id":3,"accountLogout":{}}"#)
        #expect(try other.next() == #"{"id":3,"done":{}}"#)
        #expect(try one.next().contains(#""code":4502"#))
        #expect(try one.next() == "close 4502")
        await site.stop()
    }

    @Test func `goes on while its token is renewed, and ends with the new one`() async throws {
        let site = try Site()
        let old = try RawPeer(port: site.daemon.port)
        _ = try old.upgrade()
        let token = try old.register("ana")
        old.say(RawPeer.open(token))
        _ = try old.next()
        old.say(#"{"id":3,"tokenRenew":{}}"#)
        let answer = try old.next()
        let renewed = try #require(RawPeer.token(in: answer))
        #expect(renewed != token)
        old.say(#"{"id":4,"friendList":{}}"#)
        #expect(try old.next() == #"{"id":4,"friends":{"friends":[]}}"#)
        for token in [token, renewed] {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            peer.say(RawPeer.open(token, device: "another"))
            #expect(try peer.next().contains(#""username":"ana""#))
            guard token == renewed else { continue }
            peer.say(#"{"id":3,"accountLogout":{}}"#)
            #expect(try peer.next() == #"{"id":3,"done":{}}"#)
        }
        #expect(try old.next().contains(#""code":4502"#), "it is the same log-in")
        for token in [token, renewed] {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            peer.say(RawPeer.open(token))
            #expect(try peer.next().contains("INVALID_TOKEN"))
        }
        await site.stop()
    }

    /// More than is read in one turn: the rest is kept, and comes before what is sent later.
    @Test(arguments: [1, 3_000])
    func `answers commands that come in one packet in their order`(length: Int) async throws {
        let site = try Site { $0.limits.commandsInFlight = 1_000 }
        let peer = try RawPeer.user("ana", at: site)
        let count = length > 1 ? 16 : 500
        let text = String(repeating: "x", count: length)
        let commands = (0..<count).map { number in
            #"{"id":\#(number + 10),"activitySet":{"activity":"\#(text)","on":false}}"#
        }
        peer.write(commands.flatMap(RawPeer.text))
        peer.say(#"{"id":9999,"activitySet":{"activity":"coffee","on":false}}"#)
        for number in (0..<count).map({ $0 + 10 }) + [9_999] {
            #expect(try peer.next().hasPrefix(#"{"id":\#(number),"#))
        }
        await site.stop()
    }

    @Test func `is nobody's for what comes in one packet behind a log-out`() async throws {
        let site = try Site()
        let peer = try RawPeer.user("ana", at: site)
        peer.write(
            RawPeer.text(#"{"id":3,"accountLogout":{}}"#)
                + RawPeer.text(#"{"id":4,"activitySet":{"activity":"gym","on":true}}"#))
        var answers = [try peer.next(), try peer.next()]
        answers.sort()
        #expect(answers[0] == #"{"id":3,"done":{}}"#)
        #expect(answers[1].contains("NOT_SIGNED_IN"))
        await site.stop()
    }

    /// Whatever is in flight before the log-out: a limit that it fills hides nothing.
    @Test(
        arguments: [
            #""activitySet":{"activity":"gym","on":true}"#, #""friendList":{}"#,
            #""roomType":{"with":"ben","on":true}"#,
        ], [0, 7])
    func `is nobody's for fifty commands behind a log-out`(
        command: String, before: Int
    ) async throws {
        let site = try Site { $0.limits.commandsInFlight = 8 }
        let peer = try RawPeer.user("ana", at: site)
        let first = (0..<before).map {
            #"{"id":\#(100 + $0),"accountRead":{}}"#
        }
        let behind = (0..<50).map { #"{"id":\#(200 + $0),\#(command)}"# }
        peer.write(
            (first + [#"{"id":3,"accountLogout":{}}"#] + behind).flatMap { RawPeer.text($0) })
        var answers = Set<String>()
        for _ in 0..<(before + 51) { answers.insert(try peer.next()) }
        #expect(answers.contains(#"{"id":3,"done":{}}"#))
        let refused = answers.filter { $0.hasPrefix(#"{"id":2"#) }
        #expect(refused.count == 50)
        #expect(refused.allSatisfy { $0.contains("NOT_SIGNED_IN") }, "\(refused.first ?? "")")
        await site.stop()
    }

    @Test func `may bring its token in the head of its request`() async throws {
        let site = try Site()
        let first = try RawPeer(port: site.daemon.port)
        _ = try first.upgrade()
        let token = try first.register("ana")
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade(fields: "Authorization: Bearer \(token)\r\n")
        peer.say(#"{"id":1,"sessionOpen":{"device":"raw","after":0}}"#)
        #expect(try peer.next().contains(#""username":"ana""#))
        await site.stop()
    }

    @Test(arguments: ["Basic YTpi", "Bearer", "Bearer ", "Bearer a b", "Bearer \"a\""])
    func `is refused when its head brings something else`(value: String) async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        #expect(
            try peer.upgrade(fields: "Authorization: \(value)\r\n") == "HTTP/1.1 401 Unauthorized")
        #expect(peer.head.contains("WWW-Authenticate: Bearer"))
        await site.stop()
    }

    @Test func `shows a friend that the user types`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        #expect(try await ana.presence().user == "ben")
        try await ana.type(to: "ben")
        let typing = try await ben.typing()
        #expect(typing.from == "ana" && typing.room == "ana:ben" && typing.on)
        await ana.close()
        await ben.close()
        await site.stop()
    }

    @Test func `shows the friends in a group that the user types there`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        let cleo = try await site.person("cleo")
        for person in [ana, ben, cleo] { try await person.signUp() }
        try await ana.befriend(ben)
        try await ben.befriend(cleo)
        let made = try await ben.call(
            .groupCreate(.with { ($0.name, $0.cid) = ("Rowing", "group") }))
        guard case .group(let group) = made else { throw ClientError.violation("no group") }
        guard
            case .groupPage(let page) = try await ben.call(
                .groupInvite(.with { ($0.room, $0.on, $0.cid) = (group.room, true, "open") }))
        else { throw ClientError.violation("no code") }
        for person in [ana, cleo] {
            try await person.call(.groupJoin(.with { ($0.code, $0.cid) = (page.code, "join") }))
        }
        try await ana.type(to: group.room)
        let typing = try await ben.typing()
        #expect(typing.from == "ana" && typing.room == group.room && typing.on)
        // ana is no friend of cleo's: cleo's next notice is ben's.
        try await ben.type(to: group.room)
        #expect(try await cleo.typing().from == "ben")
        for person in [ana, ben, cleo] { await person.close() }
        await site.stop()
    }

    @Test func `leaves a friend unknown after a restart, until back`() async throws {
        let site = try Site()
        let ana = try await site.person("ana")
        let ben = try await site.person("ben")
        try await ana.signUp()
        try await ben.signUp()
        try await ana.befriend(ben)
        #expect(try await ana.presence().user == "ben")
        let position = await ben.leave()
        let left = try await ana.presence()
        #expect(left.online == false && left.hasLastSeen)
        try await ben.comeBack(from: position)
        #expect(try await ana.presence().online)
        // A hub that is busy stores who is online all the same.
        site.daemon.hub.post { _, _ in usleep(300_000) }
        await site.stop()
        await ben.close()
        try site.start()
        try await ana.resumed()
        let friends = try await ana.friends()
        #expect(friends.map(\.user.username) == ["ben"])
        #expect(friends.map(\.hasOnline) == [false])
        await ana.close()
        await site.stop()
    }
}
