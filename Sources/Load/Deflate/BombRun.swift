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
