import CZlib
import TestSupport
import Testing
import WebSocket

@Suite struct `Whatever is compressed` {
    /// The sizes of the well-known conformance suite, and the borders of our own choices.
    static let sizes = [
        16, 64, 149, 150, 151, 249, 250, 251, 256, 762, 763, 1_024, 4_096, 8_192, 16_122, 16_123,
        16_384, 32_768, 65_535, 65_536, 131_072, 300_000,
    ]

    @Test(arguments: sizes)
    func `by us is heard by the other role`(count: Int) {
        let deflater = Deflater()
        let inflater = Inflater()
        for message in [Sample.chat(count), Sample.repeated(count), Sample.zeros(count)] {
            for mask in [nil, 0x37FA_213D] as [UInt32?] {
                var frame: [UInt8] = []
                append(message, mask: mask, by: deflater, to: &frame)
                #expect(frame.count < message.count + 14)
                let said = heard(
                    [frame[...]], as: mask == nil ? .client : .server,
                    limits: MessageLimits(messageBytesMax: count), inflater: inflater)
                #expect(said == [.binary(message)])
            }
        }
    }

    @Test func `by others is heard, whatever their settings`() {
        let inflater = Inflater()
        let strategies = [
            Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED,
        ]
        for windowBits: Int32 in 9...15 {
            for (level, strategy) in zip([0, 1, 3, 6, 9] as [Int32], strategies) {
                for count in [0, 1, 200, 5_000, 70_000] {
                    let message = Sample.chat(count)
                    let payload = Zlib.payload(
                        message, level: level, windowBits: windowBits, memLevel: windowBits - 8,
                        strategy: strategy)
                    expect(payload, says: message, inflater)
                }
            }
        }
    }

    @Test func `is heard however it was flushed`() {
        let inflater = Inflater()
        for flush in [Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH] {
            for count in [0, 1, 2, 3, 500, 70_000] {
                let message = Sample.chat(count)
                var payload = Zlib.deflate(message, flush: flush)
                if flush != Z_FINISH { payload.removeLast(4) }
                expect(payload, says: message, inflater)
            }
        }
    }

    @Test func `survives every seed`() {
        var random = SeededGenerator(seed: 21)
        let (deflater, inflater) = (Deflater(thresholdBytes: 0), Inflater())
        var deflatedCount = 0
        for _ in 0..<400 {
            let message = Sample.mixed(random.below(6_000), using: &random)
            let role = random.below(2) == 0 ? Role.server : .client
            var frame: [UInt8] = []
            append(message, mask: role == .server ? 99 : nil, by: deflater, to: &frame)
            deflatedCount += frame.first == 0xC2 ? 1 : 0
            let said = heard(
                Splits.seeded(of: frame, using: &random), as: role, inflater: inflater)
            #expect(said == [.binary(message)])
        }
        #expect((100..<400).contains(deflatedCount), "both kinds must be common")
    }

    private func append(
        _ message: [UInt8], mask: UInt32?, by deflater: Deflater, to frame: inout [UInt8]
    ) {
        message.withUnsafeBytes { message in
            let bytes = deflater.deflate(message, windowBits: 15)
            FrameWriter.append(
                .binary, bytes ?? message, isDeflated: bytes != nil, mask: mask, to: &frame)
        }
    }

    private func expect(_ payload: [UInt8], says message: [UInt8], _ inflater: Inflater) {
        let frame = Peer(endpoint: .client).frame(0xC2, payload)
        let said = heard(
            [frame[...]], as: .client, limits: MessageLimits(messageBytesMax: 100_000),
            inflater: inflater)
        #expect(said == [.binary(message)])
    }
}
