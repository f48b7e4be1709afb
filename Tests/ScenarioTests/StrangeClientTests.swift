import Testing
import WebSocket

@testable import Server
@testable import Settings

/// Clients that say what they should not. They get a clear answer; others never notice.
@Suite(.onOwnThreads, .timeLimit(.minutes(5))) struct `A strange client` {
    @Test func `gets the error of each command, and stays connected`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        #expect(try peer.upgrade() == "HTTP/1.1 101 Switching Protocols")
        let rows = [
            ("not json", "MALFORMED", ""),
            ("[1]", "MALFORMED", ""),
            ("{}", "INVALID_FIELD", "\"field\":\"id\""),
            (#"{"id":-1,"friendList":{}}"#, "INVALID_FIELD", "\"field\":\"id\""),
            (#"{"id":1}"#, "INVALID_FIELD", ""),
            (#"{"id":1,"dance":{}}"#, "UNKNOWN_COMMAND", "\"field\":\"dance\""),
            (#"{"id":1,"friendList":{}}"#, "NOT_SIGNED_IN", ""),
            (#"{"id":1,"sessionOpen":{"token":7}}"#, "INVALID_FIELD", "sessionOpen.token"),
            (#"{"id":1,"sessionOpen":{"after":"x"}}"#, "INVALID_FIELD", "sessionOpen.after"),
            (
                #"{"id":1,"sessionOpen":{"token":"no","device":"d"}}"#, "INVALID_TOKEN",
                "sessionOpen.token"
            ),
            (
                "{\"id\":1,\"x\":\(String(repeating: "[", count: 5000))", "TOO_DEEP",
                ""
            ),
        ]
        for (command, code, field) in rows {
            peer.say(command)
            let answer = try peer.next()
            #expect(answer.contains("\"code\":\"\(code)\""), "\(command.prefix(60)): \(answer)")
            #expect(answer.contains(field), "\(command.prefix(60)): \(answer)")
        }
        let text = String(repeating: "x", count: 9_000)
        peer.say(#"{"id":9,"roomSend":{"to":"ben","text":"\#(text)","cid":"1"}}"#)
        let answer = try peer.next()
        #expect(answer.contains("TOO_LARGE") && answer.contains("\"field\":\"roomSend\""))
        #expect(answer.contains("\"id\":9"))
        peer.frame(.ping, Array("still here".utf8))
        #expect(try peer.next() == "pong still here")
        await site.stop()
    }

    @Test func `is closed with the right code when it breaks the protocol`() async throws {
        let site = try Site { $0.limits.messageBytes = 1024 }
        let broken: [(bytes: [UInt8], code: Int)] = [
            ([0x81, 0x00], 1002),
            ([0xC1, 0x80, 0, 0, 0, 0], 1002),
            ([0x83, 0x80, 0, 0, 0, 0], 1002),
            ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
            ([0x81, 0xFE, 0x10, 0x00, 0, 0, 0, 0], 1009),
            ([0x82, 0x80, 0, 0, 0, 0], 1003),
        ]
        for (bytes, code) in broken {
            let peer = try RawPeer(port: site.daemon.port)
            _ = try peer.upgrade()
            peer.write(bytes)
            #expect(try peer.next().contains("\"code\":\(code)"), "bye before \(code)")
            #expect(try peer.next() == "close \(code)")
        }
        await site.stop()
    }

    @Test func `has its close answered`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        peer.frame(.close, [0x03, 0xE8])
        #expect(try peer.next() == "close 1000")
        #expect(try peer.next() == "end")
        await site.stop()
    }

    @Test func `that never signs in is sent away`() async throws {
        let site = try Site { $0.limits.signInSeconds = 1 }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        #expect(try peer.next().contains("\"code\":4401"))
        #expect(try peer.next() == "close 4401")
        await site.stop()
    }

    @Test func `that asks faster than it is answered is refused, not served late`() async throws {
        let site = try Site { $0.limits.commandsInFlight = 1 }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade()
        let command = #"{"id":1,"sessionOpen":{"token":"no","device":"d"}}"#
        var bytes: [UInt8] = []
        for _ in 0..<3 {
            Array(command.utf8).withUnsafeBytes {
                FrameWriter.append(.text, $0, mask: 1, to: &bytes)
            }
        }
        peer.write(bytes)
        let answers = [try peer.next(), try peer.next(), try peer.next()]
        #expect(answers.count { $0.contains("BUSY") } == 2)
        #expect(answers.count { $0.contains("INVALID_TOKEN") } == 1)
        await site.stop()
    }
}
