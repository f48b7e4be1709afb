@testable import FuzzTargets
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// Bytes of a peer never bring the server down, whatever they are.
@Suite struct `Random bytes` {
    /// What JSON and protobuf are made of: a mutation that means something.
    private static let spice =
        Array("{}[]\",:\\0-.eEtfn\u{0}\u{7F}".utf8) + [0x80, 0xFF, 0x08, 0x92]

    @Test(arguments: WireFormat.allCases, UInt64(1)...8)
    func `are opened or refused, and never trap`(format: WireFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var opened = 0
        for round in 0..<4000 {
            let message = ClientMessage.with {
                $0.id = UInt32(1 + round)
                $0.command = CommandSeeds.commands[round % CommandSeeds.commands.count]
            }
            var bytes: [UInt8] =
                format == .json ? try message.jsonUTF8Bytes() : try message.serializedBytes()
            for _ in 0...random.below(4) { Self.mutate(&bytes, &random) }
            opened += Self.decodeAll(bytes, format) ? 1 : 0
        }
        #expect(opened > 100)
        #expect(opened < 4000)
    }

    @Test(arguments: WireFormat.allCases, UInt64(1)...4)
    func `of no form are refused, and never trap`(format: WireFormat, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var opened = 0
        for _ in 0..<4000 {
            let bytes = (0..<random.below(60)).map { _ in
                random.below(2) == 0
                    ? UInt8(truncatingIfNeeded: random.next())
                    : Self.spice[random.below(Self.spice.count)]
            }
            opened += Self.decodeAll(bytes, format) ? 1 : 0
        }
        // A few random bytes are an id and an empty command in binary; none are one in JSON.
        #expect(format == .json ? opened == 0 : opened < 200)
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = random.below(bytes.count)
        switch random.below(6) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[place] = spice[random.below(spice.count)]
        case 2: bytes.insert(spice[random.below(spice.count)], at: place)
        case 3: bytes.remove(at: place)
        case 4: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        }
    }

    /// Opens the envelope, and decodes its body as every kind of command there is here.
    ///
    /// - Returns: whether it was opened.
    private static func decodeAll(_ bytes: [UInt8], _ format: WireFormat) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let envelope = try? CommandEnvelope(opening: bytes, format: format) else {
                return false
            }
            _ = try? envelope.decode(SessionOpen.self, named: "sessionOpen")
            _ = try? envelope.decode(RoomSend.self, named: "roomSend")
            _ = try? envelope.decode(RoomHistory.self, named: "roomHistory")
            _ = try? envelope.decode(MatchList.self, named: "matchList")
            _ = try? envelope.decode(ActivitySet.self, named: "activitySet")
            return true
        }
    }
}
