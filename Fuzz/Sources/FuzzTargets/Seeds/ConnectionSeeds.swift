import WebSocket
import Wire

/// Whole connections to begin with: an upgrade, and what follows it.
enum ConnectionSeeds {
    static let all: [[UInt8]] = {
        let commands = CommandSeeds.commands.prefix(6)
        let open = Array((RequestSeeds.upgrade + "\r\n").utf8)
        let binary = Array(
            (RequestSeeds.upgrade + "Sec-WebSocket-Protocol: upfor.v1.binary\r\n\r\n").utf8)
        let deflating = Array(
            (RequestSeeds.upgrade + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n").utf8)
        let deflated = commands.flatMap { command in
            let bytes = CommandSeeds.bytes(1, command, .json)
            let payload = Zlib.deflate(bytes, level: 6, windowBits: 15, memLevel: 8).dropLast(4)
            return FrameSeeds.frame(0xC1, payload, to: .server)
        }
        let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let texts = commands.flatMap {
            FrameSeeds.frame(0x81, CommandSeeds.bytes(1, $0, .json), to: .server)
        }
        let binaries = commands.flatMap {
            FrameSeeds.frame(0x82, CommandSeeds.bytes(1, $0, .binary), to: .server)
        }
        return [
            health + open, open + texts, binary + binaries, open + binaries, deflating + deflated,
        ]
            + FrameSeeds.all(to: .server).map { open + $0 } + RequestSeeds.all
    }()
}
