import WebSocket

extension Target {
    /// Our check of UTF-8 against the standard library's, in one frame and in fragments.
    static let text = Target(name: "text", seeds: { TextSeeds.all }) { input in
        let limits = MessageLimits(messageBytesMax: .max, fragmentsMax: .max)
        let isText = String(validating: input.bytes, as: UTF8.self) != nil
        let expected: [Said] =
            isText ? [.message(.text, input.bytes)] : [.violation(.invalidText)]
        for pieces in [[input.bytes[...]]] + Splits.all(of: input.bytes, seed: input.seed) {
            let frames = fragments(pieces)
            let said = Ear.heard([frames[...]], as: .client, limits: limits)
            Oracle.require(
                said == expected, "fragments of \(pieces.map(\.count)): \(said), not \(expected)")
        }
    }

    /// A text message of a server, one frame for each piece; lengths under 126, as seeds are.
    private static func fragments(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
        let pieces = pieces.isEmpty ? [[]] : pieces.flatMap(short)
        var frames: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            let opcode: UInt8 = index == 0 ? 0x01 : 0x00
            let final: UInt8 = index == pieces.count - 1 ? 0x80 : 0x00
            frames += [final | opcode, UInt8(piece.count)] + piece
        }
        return frames
    }

    private static func short(_ piece: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard !piece.isEmpty else { return [piece] }
        return stride(from: piece.startIndex, to: piece.endIndex, by: 125).map {
            piece[$0..<min($0 + 125, piece.endIndex)]
        }
    }
}
