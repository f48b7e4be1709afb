import Gateway
import Testing
import WebSocket

@testable import Server
@testable import Settings

/// permessage-deflate between a client and the daemon.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `Compression` {
    static let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
    static let list = #"{"id":9,"activityList":{}}"#

    /// A compressed message, as a client frames it.
    static func frame(_ payload: [UInt8]) -> [UInt8] {
        let deflater = Deflater()
        var frame: [UInt8] = []
        // What the deflater hands out lies in it.
        withExtendedLifetime(deflater) {
            payload.withUnsafeBytes { bytes in
                guard let deflated = deflater.deflate(bytes, windowBits: 15) else { return }
                FrameWriter.append(.text, deflated, isDeflated: true, mask: 5, to: &frame)
            }
        }
        return frame
    }

    @Test func `is for long messages, and never for an answer with a token`() async throws {
        let site = try Site { $0.deflate.leastBytes = 150 }
        // Agrees, but cannot inflate: a compressed frame is a violation to it.
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgrade(fields: Self.offer)
        #expect(peer.head.contains("permessage-deflate"))
        let token = try peer.register("ana")
        peer.say(RawPeer.open(token))
        // The session's answer is compressed; that of the account, as long, was not.
        #expect(try peer.next() == "violation reservedBits")
        await site.stop()
    }

    @Test func `works both ways`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgradeDeflating()
        peer.say(RawPeer.open(try peer.register("ana")))
        #expect(try peer.next().contains("\"session\""))
        let padding = String(repeating: " ", count: 300)
        let frame = Self.frame(Array((Self.list + padding).utf8))
        #expect(frame.first == 0xC1)
        peer.write(frame)
        #expect(try peer.next().contains("\"Coffee\""))
        await site.stop()
    }

    @Test func `is left out for clients that did not ask, or would not keep to it`() async throws {
        let site = try Site()
        let quiet = try Site { $0.deflate.enabled = false }
        for (site, fields) in [
            (site, ""), (site, Self.offer + "User-Agent: Tornado/6.5\r\n"),
            (site, "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=7\r\n"),
            (quiet, Self.offer),
        ] {
            let peer = try RawPeer(port: site.daemon.port)
            #expect(try peer.upgrade(fields: fields) == "HTTP/1.1 101 Switching Protocols")
            #expect(!peer.head.contains("permessage-deflate"), "\(fields)")
        }
        await site.stop()
        await quiet.daemon.stop()
    }

    @Test func `may not make too much of one read`() async throws {
        let site = try Site {
            $0.deflate.inflatedBytes = 262_144
            $0.limits.visitorMessageBytes = 65_536
        }
        let peer = try RawPeer(port: site.daemon.port)
        _ = try peer.upgradeDeflating()
        // Each is within the limit of a message; all of them are 20 times what a read may be.
        let frame = Self.frame([UInt8](repeating: 0x20, count: 60_000))
        let bytes = [[UInt8]](repeating: frame, count: 100).flatMap { $0 }
        #expect(bytes.count < 30_000)
        peer.write(bytes)
        var last = ""
        while !last.hasPrefix("close") { last = try peer.next() }
        #expect(last == "close 1008")
        await site.stop()
    }

    @Test func `stops a bomb with 1009, and the next message is none the worse`() async throws {
        let site = try Site()
        let peer = try RawPeer(port: site.daemon.port)
        let other = try RawPeer(port: site.daemon.port)
        _ = try peer.upgradeDeflating()
        _ = try other.upgradeDeflating()
        let bomb = Self.frame([UInt8](repeating: 0, count: 10_000_000))
        #expect(bomb.count < 60_000)
        peer.write(bomb)
        var last = ""
        while !last.hasPrefix("close") { last = try peer.next() }
        #expect(last == "close 1009")
        other.say(RawPeer.open(try other.register("ana")))
        #expect(try other.next().contains("\"session\""))
        await site.stop()
    }
}
