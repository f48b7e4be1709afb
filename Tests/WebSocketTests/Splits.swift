import TestSupport

/// The ways in which a stream may reach us.
enum Splits {
    /// Whole, byte by byte, in blocks, and cut in two at every place; of a long stream, at
    /// every place near its ends and at some in between.
    static func all(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        let cuts = bytes.indices.filter { cut in
            bytes.count <= 400 || cut < 32 || cut >= bytes.count - 32 || cut % 4_001 == 0
        }
        let sizes = bytes.count <= 400 ? [1, 2, 3, 7, 16] : [1, 1_021]
        return sizes.map { blocks(of: bytes, size: $0) } + [[bytes[...]]]
            + cuts.map { [bytes[..<$0], bytes[$0...]] }
    }

    /// Pieces of `size` bytes, the last of what is left.
    static func blocks(of bytes: [UInt8], size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: size).map { start in
            bytes[start..<min(start + size, bytes.count)]
        }
    }

    /// Pieces of lengths that `generator` chooses, empty ones among them.
    static func seeded(
        of bytes: [UInt8], using generator: inout SeededGenerator
    ) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            pieces.append(rest.prefix(generator.below(24)))
            rest = rest.dropFirst(pieces.last?.count ?? 0)
        }
        return pieces
    }
}
