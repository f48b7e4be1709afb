import WebSocket

/// Sends a few bytes that inflate to very many, and is closed for it.
struct BombMember: CrowdMember {
    /// What each of them sends.
    struct Bomb: Sendable {
        let frame: [UInt8]
        let inflatedBytes: Int

        /// As small as zlib makes it: the frame itself is no larger than a message may be.
        ///
        /// - Parameter inflatedBytes: zeros that it stands for.
        init(inflatedBytes: Int) {
            self.inflatedBytes = inflatedBytes
            var frame: [UInt8] = []
            let deflater = Deflater(level: 9)
            // What it hands out lies in it.
            withExtendedLifetime(deflater) {
                [UInt8](repeating: 0, count: inflatedBytes).withUnsafeBytes { zeros in
                    guard let bytes = deflater.deflate(zeros, windowBits: 15) else { return }
                    FrameWriter.append(
                        .binary, bytes, isDeflated: true, mask: FrameWriter.loadMask, to: &frame)
                }
            }
            self.frame = frame
        }
    }

    private let bomb: Bomb
    /// From when it was refused.
    private(set) var isLeaving = false

    init(_ bomb: Bomb) {
        self.bomb = bomb
    }

    mutating func opened(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        output += bomb.frame
    }

    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        // It was let through.
        tally.count += 1
    }

    mutating func ended(by code: CloseCode?, _ tally: inout RoundTally) {
        isLeaving = code == .messageTooBig
    }
}
