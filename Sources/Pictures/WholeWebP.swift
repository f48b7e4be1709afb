/// A WebP in which each chunk is there once, in its place, and ends with the last pixel: a decoder
/// reads on until it has all pixels, and passes over the rest.
///
/// Where coded data end nothing says but the data. So they are cut: if a picture can be drawn
/// without the last bytes of a part, there were more than it needs.
///
/// - Source: RFC 9649 §2.6, §2.7; RFC 6386 §9.
struct WholeWebP {
    private typealias Chunk = (name: ByteView, data: ByteView)

    /// Encoders write up to three bytes more than a decoder needs.
    private static let cutCount = 4
    private static let chunksMax = 3

    private var chunks: [Chunk] = []

    init(_ view: ByteView) throws(PictureFailure) {
        var offset = 12
        while offset < view.count {
            guard chunks.count < Self.chunksMax, let name = view.part(at: offset, count: 4),
                let length = view.number(4, at: offset + 4, .little),
                let data = view.part(at: offset + 8, count: length)
            else { throw .broken }
            chunks.append((name, data))
            offset += 8 + length
            guard length % 2 == 0 || view.byte(at: offset) == 0 else { throw .broken }
            offset += length % 2
        }
        guard offset == view.count, view.number(4, at: 4, .little) == view.count - 8 else {
            throw .broken
        }
    }

    /// - Parameter head: of the same file.
    func check(_ head: PictureHead) throws(PictureFailure) {
        let names = chunks.map { String(decoding: $0.name.bytes, as: UTF8.self) }
        switch names {
        case ["VP8 "], ["VP8L"]: break
        case ["VP8X", "VP8 "], ["VP8X", "VP8L"], ["VP8X", "ALPH", "VP8 "]:
            // Whether one sees through it, and zeros.
            let extended = chunks[0].data
            guard extended.count == 10, let flags = extended.byte(at: 0), flags & ~0x10 == 0,
                extended.number(3, at: 1) == 0
            else { throw .broken }
        default: throw .broken
        }
        for (place, chunk) in chunks.enumerated() where names[place] != "VP8X" {
            let data = chunk.data
            if names[place] == "VP8 " {
                guard let frame = VP8Frame(data), frame.partitionCount == 1 else { throw .broken }
                try requireAll(of: frame.withoutEndOfHead(Self.cutCount), at: place, head)
            }
            let least = names[place] == "VP8 " ? VP8Frame.headCount : 0
            guard data.count > least + Self.cutCount else { continue }
            try requireAll(of: Array(data.bytes.dropLast(Self.cutCount)), at: place, head)
        }
    }

    /// - Parameter cut: what is left of the chunk at `place`; nil: it is too short to be cut.
    private func requireAll(
        of cut: [UInt8]?, at place: Int, _ head: PictureHead
    ) throws(PictureFailure) {
        guard let cut else { return }
        var parts = chunks.map { ($0.name.bytes, $0.data.bytes) }
        parts[place].1 = cut[...]
        var body = Array("WEBP".utf8)
        for (name, data) in parts {
            body += name + Self.bytes(data.count) + data
            if data.count % 2 == 1 { body.append(0) }
        }
        let file = Array("RIFF".utf8) + Self.bytes(body.count) + body
        let isEnough: Bool
        do throws(PictureFailure) {
            _ = try Canvas.decoded(file, head)
            isEnough = true
        } catch {
            isEnough = false
        }
        guard !isEnough else { throw .broken }
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// The head of a lossy picture's pixels.
private struct VP8Frame {
    /// The bytes before the first partition.
    static let headCount = 10

    private let data: ByteView
    /// The first partition: the head, and how each block is predicted.
    private let firstCount: Int
    /// How many follow it.
    let partitionCount: Int

    init?(_ data: ByteView) {
        guard let tag = data.number(3, at: 0, .little),
            let first = data.part(at: Self.headCount, count: tag >> 5)
        else { return nil }
        (self.data, firstCount) = (data, first.count)
        var bits = BoolReader(first)
        partitionCount = Self.partitionCount(&bits)
    }

    /// The same without the last bytes of its first partition; nil where it has no more.
    func withoutEndOfHead(_ count: Int) -> [UInt8]? {
        guard firstCount > count, let tag = data.number(3, at: 0, .little) else { return nil }
        let left = firstCount - count
        let stated = tag & 31 | left << 5
        let bytes = data.bytes
        return (0..<3).map { UInt8(truncatingIfNeeded: stated >> (8 * $0)) }
            + bytes.dropFirst(3).prefix(Self.headCount - 3 + left)
            + bytes.dropFirst(Self.headCount + firstCount)
    }

    /// - Source: RFC 6386 §9.2 to §9.6, §19.2.
    private static func partitionCount(_ bits: inout BoolReader) -> Int {
        // The space of colours, and whether they may be clamped.
        bits.skip(2)
        if bits.flag() {
            let (hasMap, hasData) = (bits.flag(), bits.flag())
            if hasData {
                bits.skip(1)
                for width in [7, 7, 7, 7, 6, 6, 6, 6] where bits.flag() { bits.skip(width + 1) }
            }
            if hasMap {
                for _ in 0..<3 where bits.flag() { bits.skip(8) }
            }
        }
        // The filter: its kind, its level, its sharpness, and what changes them.
        bits.skip(1 + 6 + 3)
        if bits.flag(), bits.flag() {
            for _ in 0..<8 where bits.flag() { bits.skip(7) }
        }
        let (high, low) = (bits.flag(), bits.flag())
        return 1 << ((high ? 2 : 0) + (low ? 1 : 0))
    }
}

/// Flags of even chance, as VP8 codes them. Behind the end it reads zeros.
///
/// - Source: RFC 6386 §7.3.
private struct BoolReader {
    private let data: ByteView
    private var offset = 2
    private var value: UInt32
    private var range: UInt32 = 255
    private var shiftCount = 0

    init(_ data: ByteView) {
        self.data = data
        value = UInt32(data.byte(at: 0) ?? 0) << 8 | UInt32(data.byte(at: 1) ?? 0)
    }

    mutating func flag() -> Bool {
        let split = 1 + ((range - 1) * 128) >> 8
        let isSet = value >= split << 8
        if isSet {
            range -= split
            value -= split << 8
        } else {
            range = split
        }
        while range < 128 {
            value <<= 1
            range <<= 1
            shiftCount += 1
            if shiftCount == 8 {
                shiftCount = 0
                value |= UInt32(data.byte(at: offset) ?? 0)
                offset += 1
            }
        }
        return isSet
    }

    mutating func skip(_ count: Int) {
        for _ in 0..<count { _ = flag() }
    }
}
