/// The ways in which the peer's bytes reach us, beside all at once.
enum Splits {
    /// Every cut in two of what is shorter is tried.
    private static let allCutsMax = 24

    static func all(of bytes: [UInt8], seed: UInt8) -> [[ArraySlice<UInt8>]] {
        let cuts = bytes.count <= allCutsMax ? Array(bytes.indices) : [Int(seed) % bytes.count]
        return [bytes.indices.map { bytes[$0...$0] }, seeded(bytes, seed: seed)]
            + cuts.map { [bytes[..<$0], bytes[$0...]] }
    }

    /// Pieces of lengths that come from `seed`, short ones as often as long ones, some empty.
    static func seeded(_ bytes: [UInt8], seed: UInt8) -> [ArraySlice<UInt8>] {
        var state = UInt64(seed) &+ 1
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let bound = state >> 40 & 1 == 0 ? 5 : 1 + UInt64(rest.count)
            let piece = rest.prefix(Int((state >> 44) % bound))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
