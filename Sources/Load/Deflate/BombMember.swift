import WebSocket

/// Sends a few bytes that inflate to very many, and is closed for it.
struct BombMember: CrowdMember {
    /// What each of them sends.
    struct Bomb: Sendable {
        let frame: [UInt8]
        let inflatedBytes: Int

        /// - Parameter inflatedBytes: zeros that it stands for.
        init(inflatedBytes: Int) {
            self.inflatedBytes = inflatedBytes
            var frame: [UInt8] = []
            let deflater = Deflater()
            // What it hands out lies in it.
            withExtendedLifetime(deflater) {
                [UInt8](repeating: 0, count: inflatedBytes).withUnsafeBytes { zeros in
                    guard let bytes = deflater.deflate(zeros, windowBits: 15) else { return }
                    FrameWriter.append(
                        .binary, bytes, isDeflated: true, mask: 0x37FA_213D, to: &frame)
                }
            }
            self.frame = frame
        }
    }

    private let bomb: Bomb
    /// From when it has sent it: the server is to end the connection.
    private(set) var isLeaving = false

    init(_ bomb: Bomb) {
        self.bomb = bomb
    }

    mutating func opened(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        output += bomb.frame
        isLeaving = true
    }

    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        // It was let through.
        tally.count += 1
    }
}
