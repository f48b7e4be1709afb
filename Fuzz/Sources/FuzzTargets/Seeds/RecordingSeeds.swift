import Speech

/// Heads of WAV files: the silence that makes them recordings follows.
enum RecordingSeeds {
    private static let plain = format()
    private static let short = 6_400

    static let all: [[UInt8]] = [
        [], file([]), head([plain, ("data", short, [])]),
        head([plain, ("data", 0xFFFF_FFFF, [1, 2, 3, 4])]),
        head([plain, ("LIST", 3, [1, 2, 3, 0]), ("data", short + 1, [1])]),
        head([plain, ("data", 4, [1, 2, 3, 4])]),
        head([format(tag: 0xFFFE, more: [22, 0, 16, 0, 4, 0, 0, 0, 1, 0]), ("data", short, [])]),
        head([format(channels: 2), ("data", short, [])]),
        head([format(rate: 44_100), ("data", short, [])]),
        head([format(bits: 8), ("data", short, [])]), head([("data", short, [])]),
        head([("JUNK", 0, []), plain, plain, ("data", short, []), ("data", short, [])]),
    ]

    /// A whole file with these samples.
    static func file(_ samples: [UInt8]) -> [UInt8] {
        head([plain, ("data", samples.count, samples)])
    }

    private typealias Chunk = (name: String, length: Int, bytes: [UInt8])

    private static func head(_ chunks: [Chunk]) -> [UInt8] {
        let body = chunks.flatMap { chunk in
            Array(chunk.name.utf8) + number(chunk.length, 4) + chunk.bytes
        }
        return Array("RIFF".utf8) + number(body.count + 4, 4) + Array("WAVE".utf8) + body
    }

    private static func format(
        tag: Int = 1, channels: Int = 1, rate: Int = Recording.samplesPerSecond, bits: Int = 16,
        more: [UInt8] = []
    ) -> Chunk {
        let frame = channels * bits / 8
        let bytes =
            number(tag, 2) + number(channels, 2) + number(rate, 4) + number(rate * frame, 4)
            + number(frame, 2) + number(bits, 2) + more
        return ("fmt ", bytes.count, bytes)
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
