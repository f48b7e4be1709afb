import WebSocket
import Wire

/// Whole connections to begin with: an upgrade, and what follows it.
enum ConnectionSeeds {
    static let all: [[UInt8]] = {
        let open = Array((RequestSeeds.upgrade + "\r\n").utf8)
        let binary = Array(
            (RequestSeeds.upgrade + "Sec-WebSocket-Protocol: upfor.v1.binary\r\n\r\n").utf8)
        let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let commands = CommandSeeds.commands.prefix(6)
        let texts = commands.flatMap {
            FrameSeeds.frame(0x81, CommandSeeds.bytes(1, $0, .json), to: .server)
        }
        let binaries = commands.flatMap {
            FrameSeeds.frame(0x82, CommandSeeds.bytes(1, $0, .binary), to: .server)
        }
        return [health + open, open + texts, binary + binaries, open + binaries]
            + FrameSeeds.all(to: .server).map { open + $0 } + RequestSeeds.all
    }()
}
