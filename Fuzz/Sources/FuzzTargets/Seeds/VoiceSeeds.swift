import Media

/// Ogg Opus files of one channel, and what is nearly one.
enum VoiceSeeds {
    private static let head = page(0, flags: 2, [packet("OpusHead", head(of: 1))])
    private static let comments = page(1, [packet("OpusTags", [2, 0, 0, 0, 65, 66, 0, 0, 0, 0])])
    /// A frame of 20 ms.
    private static let frame: [UInt8] = [0x78, 1, 2, 3]

    static let all: [[UInt8]] = [
        [], head + comments,
        head + comments + page(2, flags: 4, at: 960, [frame]),
        head + comments + page(2, at: 1_920, [frame, frame])
            + page(3, flags: 4, at: 2_500, [frame]),
        head + comments + page(2, flags: 4, at: 961, [frame]),
        head + comments + page(3, flags: 4, at: 960, [frame]),
        head + comments + page(2, flags: 4, at: 960, [[0x78] + [UInt8](repeating: 9, count: 600)]),
        page(0, flags: 2, [packet("OpusHead", head(of: 2))]) + comments,
        head + page(1, [packet("OpusTags", [UInt8](repeating: 7, count: 300))])
            + page(2, flags: 4, at: 960, [frame]),
    ]

    /// The same pages with right checksums, as far as they are pages.
    static func summed(_ bytes: [UInt8]) -> [UInt8] {
        var (bytes, start) = (bytes, 0)
        while start + 27 <= bytes.count, bytes[start...].starts(with: "OggS".utf8) {
            let lengths = bytes[(start + 27)...].prefix(Int(bytes[start + 26]))
            let end = start + 27 + lengths.count + lengths.reduce(0) { $0 + Int($1) }
            guard end <= bytes.count else { break }
            let sum = OggChecksum.of(bytes[start..<end])
            bytes.replaceSubrange((start + 22)..<(start + 26), with: number(Int(sum), 4))
            start = end
        }
        return bytes
    }

    private static func packet(_ name: String, _ rest: [UInt8]) -> [UInt8] {
        Array(name.utf8) + rest
    }

    private static func head(of channels: UInt8) -> [UInt8] {
        [1, channels, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
    }

    private static func page(
        _ sequence: Int, flags: UInt8 = 0, at position: Int = 0, _ packets: [[UInt8]]
    ) -> [UInt8] {
        let lengths = packets.flatMap { packet in
            [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        return summed(
            Array("OggS".utf8) + [0, flags] + number(position, 8) + number(7, 4)
                + number(sequence, 4) + number(0, 4) + [UInt8(lengths.count)] + lengths
                + packets.flatMap(\.self))
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
