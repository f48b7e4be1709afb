import WebSocket

/// Compression bombs, one after the other: what each costs the server.
struct BombRun: Sendable {
    let count: Int
    let inflatedBytes: Int

    /// Measures it.
    func run(
        _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) -> BombReport {
        let bomb = BombMember.Bomb(inflatedBytes: inflatedBytes)
        let meter = try contestant.server.meter
        // What the server makes once is not the bomb's doing: a harmless one comes first.
        try await warmUp(contestant, progress)
        let before = (cpu: try meter.cpuNanoseconds(), peak: try meter.peakBytes())
        try await wave(bomb, contestant, progress)
        let after = (cpu: try meter.cpuNanoseconds(), peak: try meter.peakBytes())
        return BombReport(
            frameBytes: bomb.frame.count, inflatedBytes: inflatedBytes, count: count,
            cpuMilliseconds: Double(after.cpu - before.cpu) / 1e6 / Double(max(1, count)),
            peakGrowthBytes: after.peak - before.peak)
    }

    /// All of them are refused.
    private func wave(
        _ bomb: BombMember.Bomb, _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) {
        let count = count
        try await crowd(bomb, contestant).whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("bombs", count, progress) {
                $0.tally.count > 0 ? count : $0.leftCount
            }
            let passed = await crowd.ask { crowd, _ in crowd.tally.count }
            guard passed == 0 else { throw LoadFailure("a bomb was let through") }
        }
    }

    /// A harmless one comes back.
    private func warmUp(
        _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) {
        try await crowd(BombMember.Bomb(inflatedBytes: 1000), contestant).whileThere {
            crowd throws(LoadFailure) in
            try await crowd.reach("warming up", 1, progress) { $0.tally.count }
        }
    }

    private func crowd(
        _ bomb: BombMember.Bomb, _ contestant: Contestant
    ) throws(LoadFailure) -> CrowdLoop<BombMember> {
        try CrowdLoop(count, atOnceMax: 1, to: contestant.target, tally: RoundTally()) { _ in
            BombMember(bomb)
        }
    }
}

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

/// What a compression bomb costs a server.
struct BombReport: Report {
    let frameBytes: Int
    let inflatedBytes: Int
    let count: Int
    /// Processor time of the server for one: its connection, its handshake and its end included.
    let cpuMilliseconds: Double
    /// How much higher the server's peak of memory is after all of them.
    let peakGrowthBytes: Int

    var columns: [String] { ["bomb", "sent B", "stands for B", "cpu ms", "peak growth KiB"] }

    var rows: [[String]] {
        [
            [
                "\(count) times", "\(frameBytes)", "\(inflatedBytes)", cpuMilliseconds.digits(3),
                "\(peakGrowthBytes / 1024)",
            ]
        ]
    }
}
