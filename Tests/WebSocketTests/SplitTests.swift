import TestSupport
import Testing
import WebSocket

@Suite struct `However the bytes are split` {
    static let limits = MessageLimits(messageBytesMax: 300, fragmentsMax: 5)

    @Test(arguments: [Role.server, .client])
    func `random bytes are heard alike`(role: Role) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1_500 {
            var bytes = random.bytes(random.below(60))
            if bytes.count > 1 {
                // A plausible start, or nearly all would end at their first byte.
                bytes[0] &= 0x8F
                bytes[1] = role == .server ? bytes[1] | 0x80 : bytes[1] & 0x7F
            }
            expectAlike(bytes, as: role, using: &random)
        }
    }

    @Test(arguments: [Role.server, .client])
    func `a good stream with a few bytes changed is heard alike`(role: Role) {
        var random = SeededGenerator(seed: 2)
        var refusedCount = 0
        for _ in 0..<500 {
            var bytes = Script(to: role, using: &random).bytes
            for _ in 0..<random.below(4) where !bytes.isEmpty {
                let index = random.below(bytes.count)
                bytes[index] = UInt8(truncatingIfNeeded: random.next())
            }
            bytes = Array(bytes.dropLast(random.below(3)))
            let said = expectAlike(bytes, as: role, using: &random)
            if case .violation? = said.last { refusedCount += 1 }
        }
        #expect((100...400).contains(refusedCount), "both kinds must be common")
    }

    @Test(arguments: [Role.server, .client])
    func `a good stream is heard as it was meant`(role: Role) {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<400 {
            let script = Script(to: role, using: &random)
            #expect(expectAlike(script.bytes, as: role, using: &random) == script.said)
        }
    }

    /// The usual heads are read apart from the others when they come whole: nobody may notice.
    @Test(arguments: [Role.server, .client])
    func `whatever two bytes a head begins with, it is heard alike`(role: Role) {
        var random = SeededGenerator(seed: 4)
        for first in UInt8.min...UInt8.max {
            for length: UInt8 in [0, 1, 33, 125, 126, 127] {
                for maskBit: UInt8 in [0, 0x80] {
                    let rest = random.bytes(Int(length) + (maskBit == 0 ? 0 : 4))
                    expectAlike([first, maskBit | length] + rest, as: role, using: &random)
                }
            }
        }
    }

    /// - Returns: what the bytes say when they come at once.
    @discardableResult
    private func expectAlike(
        _ bytes: [UInt8], as role: Role, using random: inout SeededGenerator
    ) -> [Said] {
        let whole = heard([bytes[...]], as: role, limits: Self.limits)
        let splits = [
            Splits.blocks(of: bytes, size: 1),
            Splits.seeded(of: bytes, using: &random),
            Splits.seeded(of: bytes, using: &random),
        ]
        for pieces in splits {
            let said = heard(pieces, as: role, limits: Self.limits)
            #expect(said == whole, "\(role) \(bytes) in \(pieces.map(\.count))")
        }
        return whole
    }
}

/// A stream that keeps the rules and stays within the limits, and what it says.
struct Script {
    private(set) var bytes: [UInt8] = []
    private(set) var said: [Said] = []

    init(to role: Role, using random: inout SeededGenerator) {
        let peer = Peer(endpoint: role)
        for _ in 0..<random.below(6) {
            switch random.below(4) {
            case 0: addControl(of: peer, using: &random)
            default: addMessage(of: peer, using: &random)
            }
        }
    }

    private mutating func addControl(of peer: Peer, using random: inout SeededGenerator) {
        let payload = random.bytes(random.below(126))
        let isPing = random.below(2) == 0
        bytes += peer.frame(isPing ? 0x89 : 0x8A, payload)
        said.append(isPing ? .ping(payload) : .pong(payload))
    }

    private mutating func addMessage(of peer: Peer, using random: inout SeededGenerator) {
        let isText = random.below(2) == 0
        let text = String(
            (0..<random.below(60)).map { _ in "aé€😀".randomElement(using: &random) ?? "x" })
        let payload = isText ? Array(text.utf8) : random.bytes(random.below(300))
        let cuts = (0..<random.below(4)).map { _ in random.below(payload.count + 1)
        }
        var first: UInt8 = isText ? 0x01 : 0x02
        var start = 0
        for cut in cuts.sorted() {
            bytes += peer.frame(first, Array(payload[start..<cut]))
            if random.below(3) == 0 { addControl(of: peer, using: &random) }
            (first, start) = (0x00, cut)
        }
        bytes += peer.frame(first | 0x80, Array(payload[start...]))
        said.append(isText ? .text(text) : .binary(payload))
    }
}
