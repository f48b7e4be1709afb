import WebSocket

extension Target {
    /// One message, compressed for every window, inflated by ours and by zlib.
    static let deflate = Target(name: "deflate", seeds: { DeflateSeeds.all }) { input in
        let message = DeflateTarget.message(input)
        let deflater = Deflater(level: 1 + Int32(input.seed % 9), thresholdBytes: 0)
        let inflater = Inflater()
        for bits: UInt8 in 8...15 {
            let bytes = message.withUnsafeBytes { message in
                deflater.deflate(message, windowBits: bits).map(Array.init)
            }
            guard let bytes else { continue }
            Oracle.require(bits > 8 && bytes.count < message.count, "\(bits): \(bytes.count)")
            DeflateTarget.expectHeard(bytes, as: message, inflater)
            let needed = min(bits, Deflater.windowBits(forPayload: message.count))
            let reading = Zlib.reading(
                bytes, windowBits: Int32(needed), bytesMax: message.count)
            Oracle.require(reading == .message(message), "zlib with \(bits) bits: \(reading)")
        }
    }
}

enum DeflateTarget {
    private static let bytesMax = 40_000

    /// The input again and again, up to 128 times: what is shorter than a window says nothing of
    /// the window. Each time a little is different, so that no match goes on for ever.
    static func message(_ input: Input) -> [UInt8] {
        var message: [UInt8] = []
        for time in 0..<(1 << (input.choice & 7)) where message.count < bytesMax {
            message += input.bytes
            if time > 0 { message.append(UInt8(truncatingIfNeeded: time)) }
        }
        return Array(message.prefix(bytesMax))
    }

    static func expectHeard(_ bytes: [UInt8], as message: [UInt8], _ inflater: Inflater) {
        var frame: [UInt8] = []
        bytes.withUnsafeBytes {
            FrameWriter.append(.binary, $0, isDeflated: true, mask: 0x1234_5678, to: &frame)
        }
        let limits = MessageLimits(messageBytesMax: message.count, fragmentsMax: 1)
        let said = Ear.heard([frame[...]], as: .server, limits: limits, inflater: inflater)
        Oracle.require(said == [.message(.binary, message)], "heard \(said)")
    }
}
