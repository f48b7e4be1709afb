import Testing
import WebSocket

/// The bytes printed in RFC 6455 §5.7, which owe nothing to our own framing.
@Suite struct `The examples of the standard` {
    @Test func `are heard as it says`() {
        let masked: [UInt8] = [
            0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
        ]
        let pong: [UInt8] = [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        let plain: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        let fragments: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]
        let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
        let hello = Array("Hello".utf8)
        expect(masked + pong, heardBy: .server, as: [.text("Hello"), .pong(hello)])
        expect(plain + fragments, heardBy: .client, as: [.text("Hello"), .text("Hello")])
        expect(ping, heardBy: .client, as: [.ping(hello)])
    }

    @Test func `with lengths of 16 and 64 bits`() {
        let short = [UInt8](repeating: 1, count: 256)
        let long = [UInt8](repeating: 2, count: 65_536)
        let bytes: [UInt8] =
            [0x82, 0x7E, 0x01, 0x00] + short
            + [0x82, 0x7F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00] + long
        expect(bytes, heardBy: .client, as: [.binary(short), .binary(long)])
    }

    private func expect(_ bytes: [UInt8], heardBy role: Role, as said: [Said]) {
        for pieces in Splits.all(of: bytes) {
            #expect(heard(pieces, as: role) == said)
        }
    }
}
