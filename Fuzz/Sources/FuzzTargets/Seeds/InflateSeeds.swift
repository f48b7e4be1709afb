/// Payloads of compressed messages to begin with: every kind of block, each odd end, and what zlib
/// makes of words and of bytes that cannot shrink.
enum InflateSeeds {
    static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

    static let all: [[UInt8]] = bare + made

    private static let bare: [[UInt8]] = [
        [], hello, hello.dropLast() + [0x00, 0x00, 0x00, 0xFF, 0xFF], Array(hello.prefix(3)),
        [0x00, 0x05, 0x00, 0xFA, 0xFF] + Array("Hello".utf8) + [0x00],
        [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00], [0x01, 0x02, 0x00, 0xFD, 0xFF, 0x48, 0x69],
        [0xF3, 0x48, 0x05, 0x00, 0xCB, 0xC9, 0xC9, 0x07, 0x00], [0xF2, 0x00, 0x11, 0x00, 0x00],
        Array(repeating: [0x03, 0x00], count: 80).flatMap(\.self),
        Array(repeating: [0x00, 0x00, 0x00, 0xFF, 0xFF], count: 80).flatMap(\.self),
        [0x06, 0x00], [0x4B, 0x04, 0x11, 0x00, 0x00], [0xFC, 0xFF, 0xFF, 0xFF], [0xC3, 0xA9, 0x02],
    ]

    private static let made: [[UInt8]] = {
        let noise = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3) }
        let words = DeflateSeeds.words
        return [words, noise, words + noise, Array(repeating: 0, count: 70_000)].flatMap { bytes in
            [(6, 15, 8), (1, 9, 1), (0, 9, 1)].map { (level: Int32, window: Int32, memory: Int32) in
                Zlib.deflate(bytes, level: level, windowBits: window, memLevel: memory).dropLast(4)
            }
        }.filter { $0.count < 2_000 }
    }()
}
