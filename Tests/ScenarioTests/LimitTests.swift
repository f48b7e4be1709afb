import Kernel
import Testing
import WebSocket

@testable import Server
@testable import Settings

/// What a connection may take of the daemon: each limit gives a clear answer.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A limit` {
    @Test func `on connections of one address is answered 503, and ends with them`() async throws {
        let site = try Site { $0.limits.connectionsPerAddress = 2 }
        let first = try RawPeer.user("ana", at: site)
        let second = try RawPeer.user("ben", at: site)
        let third = try RawPeer(port: site.daemon.port)
        let answer = try third.rest()
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.lowercased().contains("retry-after: 10\r\n"))
        #expect(answer.contains("\"code\":\"BUSY\""))
        first.frame(.ping, Array("1".utf8))
        #expect(try first.next() == "pong 1")
        second.frame(.ping, Array("2".utf8))
        #expect(try second.next() == "pong 2")
        first.hangUp()
        // Its place is free once the loop has reported its end, in a later turn.
        var line = ""
        for _ in 0..<10_000 where !line.contains("101") {
            let fourth = try RawPeer(port: site.daemon.port)
            line = try fourth.upgrade()
        }
        #expect(line == "HTTP/1.1 101 Switching Protocols")
        await site.stop()
    }

    @Test func `on pings closes with 1008 and spares the others`() async throws {
        let site = try Site { $0.limits.controlFrames = 8 }
        let peer = try RawPeer(port: site.daemon.port)
        let other = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        _ = try other.upgrade()
        var bytes: [UInt8] = []
        for _ in 0..<40 { bytes += [0x89, 0x80, 0, 0, 0, 0] }
        peer.write(bytes)
        var words = ""
        while !words.hasPrefix("close") { words = try peer.next() }
        #expect(words == "close 1008")
        other.frame(.ping, Array("fine".utf8))
        #expect(try other.next() == "pong fine")
        await site.stop()
    }

    @Test func `on the time of a message closes a user who does not finish`() async throws {
        let site = try Site { $0.limits.messageSeconds = 1 }
        let peer = try RawPeer.user("ana", at: site)
        peer.write([0x81, 0x85, 0, 0, 0, 0, 0x7B])
        #expect(try peer.next().contains("\"code\":1008"))
        #expect(try peer.next() == "close 1008")
        await site.stop()
    }

    @Test func `on the time of a message does not touch a user who finishes in pieces`()
        async throws
    {
        let site = try Site { $0.limits.messageSeconds = 1 }
        let peer = try RawPeer.user("ana", at: site)
        // Each write ends one message and begins the next: none is older than a moment.
        let one: [UInt8] = [0x81, 0x82, 0, 0, 0, 0, 0x7B, 0x7D]
        let start = ContinuousClock.now
        peer.write(Array(one[..<4]))
        var begun = start
        while ContinuousClock.now - start < .milliseconds(2500) {
            let written = ContinuousClock.now
            peer.write(Array(one[4...] + one[..<4]))
            let answer = (try? peer.next()) ?? "end"
            // A machine that stood still has made an old one of it.
            guard ContinuousClock.now - begun < .seconds(1) else { break }
            #expect(answer.contains("INVALID_FIELD"))
            begun = written
        }
        await site.stop()
    }

    @Test func `on messages is smaller while nobody has signed in`() async throws {
        let site = try Site { $0.limits.visitorMessageBytes = 1024 }
        let peer = try RawPeer.user("ana", at: site)
        let name = String(repeating: "x", count: 3000)
        peer.say(#"{"id":7,"\#(name)":{}}"#)
        #expect(try peer.next().contains("UNKNOWN_COMMAND"))
        let visitor = try RawPeer(port: site.daemon.port)
        _ = try visitor.upgrade()
        visitor.say(#"{"id":7,"accountRead":{"x":"\#(name.prefix(1500))"}}"#)
        #expect(try visitor.next().contains("TOO_LARGE"))
        visitor.say(#"{"id":8,"\#(name)":{}}"#)
        #expect(try visitor.next().contains("\"code\":1009"))
        await site.stop()
        #expect(site.endLog().contains(#""limit":"limits.visitorMessageBytes=1024""#))
    }

    @Test func `on commands of a visitor is answered by BUSY, and named in the log`() async throws {
        let site = try Site { $0.limits.visitorCommandsInFlight = 1 }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        let logIn = #""accountLogin":{"username":"ana","password":"correct horse","device":"d"}"#
        peer.say(#"{"id":1,\#(logIn)}"#, #"{"id":2,\#(logIn)}"#)
        #expect(try peer.next().contains(#""id":2,"error":{"code":"BUSY""#))
        await site.stop()
        #expect(site.endLog().contains(#""limit":"limits.visitorCommandsInFlight=1""#))
    }

    @Test func `on the outbox closes with 4408, which arrives after what was queued`() async throws
    {
        let site = try Site {
            $0.limits.messageBytes = 4096
            $0.limits.outboxBytes = 8192
            $0.listen.kernelSendBytes = 4096
            // A peer that is cut off before it has read everything does not see the close frame.
            ($0.limits.closeSeconds, $0.limits.lingerSeconds) = (60, 60)
        }
        let peer = try RawPeer.user("ana", at: site, receiveBytes: 4096)
        // Each refusal repeats the name of a command that does not exist.
        let name = String(repeating: "x", count: 60)
        for id in 1...20_000 { peer.say(#"{"id":\#(id),"\#(name)":{}}"#) }
        var last = ""
        var next = try peer.next()
        while next != "end" { (last, next) = (next, try peer.next()) }
        #expect(last == "close 4408")
        peer.hangUp()
        await site.stop()
    }

    @Test func `on pages that may connect is answered 403`() async throws {
        let site = try Site()
        let own = "http://localhost:\(site.daemon.port)"
        for (origin, status) in [
            ("Origin: \(own)\r\n", 101), ("", 101), ("Origin: null\r\n", 403),
            ("Origin: https://evil.example\r\n", 403),
            ("Origin: \(own)\r\nOrigin: \(own)\r\n", 403),
        ] {
            let peer = try RawPeer(port: site.daemon.port)
            peer.write(
                "GET /v1/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(origin)\r\n")
            #expect(try peer.statusLine().contains(" \(status) "), "\(origin)")
        }
        await site.stop()
    }

    @Test func `on the rate of a command is answered with the time of the next try`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            $0.rates.togglesPerMinute = 2
        }
        let peer = try RawPeer.user("ana", at: site)
        // At once: nothing comes back meanwhile, however slow the machine is.
        peer.write(
            (3...5).flatMap { id in
                RawPeer.text(
                    #"{"id":\#(id),"activitySet":{"activity":"gym","on":true,"cid":"\#(id)"}}"#)
            })
        var answers: [String] = []
        while answers.count < 3 {
            let said = try peer.next()
            if said.hasPrefix(#"{"id""#) { answers.append(said) }
        }
        #expect(answers.count { $0.contains(#""activity":"#) } == 2)
        let refused = try #require(answers.first { $0.contains("RATE_LIMITED") })
        #expect(refused.contains(/"temporary":true,"retryAfter":"([12]?[0-9](\.[0-9]+)?|30)s"/))
        await site.stop()
    }

    @Test func `on requests counts each name of a list, and no list that was done`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            $0.rates.requestsPerDay = 3
        }
        let peer = try RawPeer.user("ana", at: site)
        func change(_ names: String..., cid: String) throws -> String {
            let list = names.map { #""\#($0)""# }.joined(separator: ",")
            peer.say(#"{"id":3,"friendsChange":{"add":[\#(list)],"cid":"\#(cid)"}}"#)
            var said = try peer.next()
            while !said.hasPrefix(#"{"id":3,"#) { said = try peer.next() }
            return said
        }
        let first = try change("anna", "bert", cid: "1")
        #expect(first.contains(#""friendsChanged":"#))
        #expect(try change("carl", "dora", cid: "2").contains("RATE_LIMITED"))
        #expect(try change("carl", cid: "3").contains(#""friendsChanged":"#))
        #expect(try change("dora", cid: "4").contains("RATE_LIMITED"))
        #expect(try change("anna", "bert", cid: "1") == first)
        await site.stop()
    }

    @Test func `on invitations and audiences counts each friend`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            ($0.rates.invitationsBurst, $0.rates.invitationsPerMinute) = (3, 1)
            ($0.rates.audiencesBurst, $0.rates.audiencesPerMinute) = (3, 1)
            $0.features[text: "friends.policy"] = "instant"
        }
        for name in ["bert", "carl"] { _ = try RawPeer.user(name, at: site) }
        let peer = try RawPeer.user("ana", at: site)
        func ask(_ command: String) throws -> String {
            peer.say(#"{"id":3,\#(command)}"#)
            var said = try peer.next()
            while !said.hasPrefix(#"{"id":3,"#) { said = try peer.next() }
            return said
        }
        _ = try ask(#""friendsChange":{"add":["bert","carl"]}"#)
        let group = #""groupCreate":{"name":"Lunch","members":["bert","carl"],"cid":"1"}"#
        let first = try ask(group)
        let room = try #require(first.firstMatch(of: /"room":"(#\d+)"/)).1
        let more = #""groupAdd":{"room":"\#(room)","members":["bert","carl"],"cid":"2"}"#
        #expect(try ask(more).contains("RATE_LIMITED"))
        #expect(try ask(group.replacing("\"1\"", with: "\"3\"")).contains("RATE_LIMITED"))
        #expect(try ask(more.replacing(#","carl""#, with: "")).contains(#""group":"#))
        #expect(try ask(more.replacing("\"2\"", with: "\"4\"")).contains("RATE_LIMITED"))
        #expect(try ask(group) == first)
        for name in ["gym", "eat"] {
            _ = try ask(#""audienceSet":{"activity":"\#(name)","others":false,"cid":"\#(name)"}"#)
        }
        let audience = #""audienceSet":{"activity":"gym","add":["bert","carl"],"cid":"5"}"#
        let done = try ask(audience)
        #expect(done.contains(#""audience":"#))
        #expect(
            try ask(audience.replacing("gym", with: "eat").replacing("5", with: "6"))
                .contains("RATE_LIMITED"))
        #expect(try ask(audience) == done)
        await site.stop()
    }

    @Test func `on reads is reached by large answers sooner than by small ones`() async throws {
        let site = try Site {
            $0.rates.enabled = true
            ($0.rates.readsBurst, $0.rates.readsPerMinute) = (1_000, 1)
            $0.features[text: "friends.policy"] = "instant"
        }
        func count(_ command: String, by peer: RawPeer) throws -> Int {
            for number in 1...200 {
                peer.say(#"{"id":3,\#(command)}"#)
                var said = try peer.next()
                while !said.hasPrefix(#"{"id":3,"#) { said = try peer.next() }
                if said.contains("RATE_LIMITED") { return number - 1 }
            }
            return 200
        }
        let (ana, ben) = (
            try RawPeer.user("anna", at: site), try RawPeer.user("bert", at: site)
        )
        ana.say(#"{"id":1,"friendsChange":{"add":["bert"]}}"#)
        let text = String(repeating: "x", count: 4_000)
        for number in 1...5 {
            ana.say(#"{"id":2,"roomSend":{"to":"bert","text":"\#(text)","cid":"\#(number)"}}"#)
            while try !ana.next().hasPrefix(#"{"id":2,"#) {}
        }
        let few = try count(#""roomHistory":{"with":"bert"}"#, by: ana)
        let many = try count(#""privacyRead":{}"#, by: ben)
        #expect(few >= 5 && few <= 20, "5 answers of 20,000 bytes at least")
        #expect(many >= 40 && many <= 65)
        await site.stop()
    }

    /// The answers, and not the next requests: a proxy gives a connection that has its answer to
    /// another client.
    @Test(arguments: [
        ("GET /nothing", "404 Not Found"), ("GET /v1/ws", "426 Upgrade Required"),
        ("GET /v1/events", "401 Unauthorized"), ("PUT /healthz", "405 Method Not Allowed"),
        ("POST /v1/sessionOpen", "404 Not Found"), ("GET /avatars/none", "404 Not Found"),
    ])
    func `on refusals delays their answers`(line: String, status: String) async throws {
        let site = try Site { $0.rates.enabled = true }
        let request = "\(line) HTTP/1.1\r\nHost: a\r\n\r\n"
        let (flood, peer) = (
            try RawPeer(port: site.daemon.port), try RawPeer(port: site.daemon.port)
        )
        flood.write(String(repeating: request, count: 200))
        var longest = Duration.zero
        for _ in 1...1_000 where longest < .milliseconds(900) {
            let time = try ContinuousClock().measure {
                peer.write(request)
                #expect(try peer.statusLine() == "HTTP/1.1 \(status)")
                _ = try peer.line()
            }
            longest = max(longest, time)
        }
        #expect(longest >= .milliseconds(900))
        peer.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try peer.statusLine() == "HTTP/1.1 200 OK")
        await site.stop()
    }

    @Test func `on sessions and on snapshots is answered with the time of the next try`()
        async throws
    {
        let site = try Site {
            $0.rates.enabled = true
            ($0.rates.sessionsBurst, $0.rates.snapshotsBurst) = (4, 1)
            // However slow the machine is, none comes back meanwhile.
            ($0.rates.sessionsPerMinute, $0.rates.snapshotsPerMinute) = (1, 1)
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        let token = try peer.register("ana")
        func open(_ device: String, _ more: String) throws -> String {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            peer.say(
                #"{"id":2,"sessionOpen":{"token":"\#(token)","device":"\#(device)"\#(more)}}"#)
            return try peer.next()
        }
        let whole = #","snapshot":true"#
        #expect(try open("1", whole).contains(#""snapshot":"#))
        #expect(try open("2", whole).contains(#""code":"RATE_LIMITED""#))
        #expect(try open("2", "").contains(#""session":"#))
        // One that the server starts anew is a snapshot like any other.
        let reset = try open("3", #","after":99"#)
        #expect(reset.contains(#""temporary":true,"retryAfter":""#))
        let fifth = try open("4", "")
        #expect(fifth.contains("RATE_LIMITED"))
        await site.stop()
    }
}
