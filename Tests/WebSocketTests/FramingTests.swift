import Testing
import WebSocket

@Suite struct `An endpoint reads frames` {
    static let examples = [
        Vector("nothing") { _ in [] },
        Vector("a text", hears: .text("Hello")) { $0.frame(0x81, "Hello") },
        Vector("a text in two fragments", hears: .text("Hello")) {
            $0.frame(0x01, "Hel") + $0.frame(0x80, "lo")
        },
        Vector("an empty text", hears: .text("")) { $0.frame(0x81) },
        Vector("an empty binary", hears: .binary([])) { $0.frame(0x82) },
        Vector("a ping", hears: .ping(Array("Hello".utf8))) { $0.frame(0x89, "Hello") },
        Vector("a pong nobody asked for", hears: .pong([1])) { $0.frame(0x8A, [1]) },
        Vector("the longest ping", hears: .ping([UInt8](repeating: 0xFE, count: 125))) {
            $0.frame(0x89, [UInt8](repeating: 0xFE, count: 125))
        },
        Vector("three frames", hears: .text("a"), .ping([]), .binary([0, 255])) {
            $0.frame(0x81, "a") + $0.frame(0x89) + $0.frame(0x82, [0, 255])
        },
        Vector("the beginning of a head") { Array($0.frame(0x82, [1]).prefix(1)) },
        Vector("a payload without its last byte") { $0.frame(0x82, [1, 2, 3]).dropLast() },
    ]

    @Test(arguments: examples)
    func `as the standard shows them`(vector: Vector) {
        vector.check()
    }

    static let refusals =
        [0x90, 0xA0, 0xC0, 0xD0, 0xE0, 0xF0].map { (bits: UInt8) in
            Vector("reserved bits \(bits >> 4 & 7)", hears: .violation(.reservedBits)) {
                $0.frame(bits | 0x01, "x")
            }
        }
        + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { (opcode: UInt8) in
            Vector("opcode \(opcode)", hears: .violation(.unknownOpcode(opcode))) {
                $0.frame(0x80 | opcode, "x")
            }
        }
        + [
            Vector("a long ping", hears: .violation(.longControl)) {
                $0.frame(0x89, [UInt8](repeating: 0, count: 126))
            },
            Vector("a ping with a length of 8 bytes", hears: .violation(.longControl)) {
                $0.frame(0x89, length: [127, 0, 0, 0, 0, 0, 0, 0, 1], [0])
            },
            Vector("a fragment of a ping", hears: .violation(.fragmentedControl)) {
                $0.frame(0x09)
            },
            Vector("a fragment of a close", hears: .violation(.fragmentedControl)) {
                $0.frame(0x08)
            },
            Vector("125 in two bytes", hears: .violation(.lengthNotMinimal)) {
                $0.frame(0x82, length: [126, 0, 125])
            },
            Vector("65,535 in eight bytes", hears: .violation(.lengthNotMinimal)) {
                $0.frame(0x82, length: [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            },
            Vector("a length of 64 bits", hears: .violation(.lengthNegative)) {
                $0.frame(0x82, length: [127, 0x80, 0, 0, 0, 0, 0, 0, 0])
            },
            Vector("good, bad, good", hears: .text("a"), .violation(.reservedBits)) {
                $0.frame(0x81, "a") + $0.frame(0xC1, "b") + $0.frame(0x81, "c")
            },
        ]

    @Test(arguments: refusals)
    func `and none that break the protocol`(vector: Vector) {
        vector.check()
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 127, 128, 65_535, 65_536])
    func `of every size of length`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let letters = bytes.map { $0 & 0x1F | 0x40 }
        let text = String(decoding: letters, as: UTF8.self)
        Vector("binary", hears: .binary(bytes)) { $0.frame(0x82, bytes) }.check()
        Vector("text, then a ping", hears: .text(text), .ping([9])) {
            $0.frame(0x81, letters) + $0.frame(0x89, [9])
        }.check()
    }

    @Test func `and refuses those of a peer in its own role`() {
        let masked = Peer(endpoint: .server).frame(0x81, "Hello")
        let plain = Peer(endpoint: .client).frame(0x81, "Hello")
        for (bytes, role, violation) in [
            (plain, Role.server, Violation.unmaskedFrame), (masked, .client, .maskedFrame),
        ] {
            for pieces in Splits.all(of: bytes) {
                #expect(heard(pieces, as: role) == [.violation(violation)])
            }
        }
    }

    @Test func `unmasked with any key`() {
        let bytes: [UInt8] = [0x82, 0x89, 0, 0, 0, 0] + Array(1...9)
        #expect(heard([bytes[...]], as: .server) == [.binary(Array(1...9))])
        let inverted = [0x82, 0x89, 255, 255, 255, 255] + (1...9).map { ~UInt8($0) }
        #expect(heard([inverted[...]], as: .server) == [.binary(Array(1...9))])
    }
}
