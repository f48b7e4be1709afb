/// Compression bombs, one after the other: what each costs the server.
struct BombRun: Sendable {
    let count: Int
    let inflatedBytes: Int

    /// Measures it.
    func run(
        _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) -> BombReport {
        let bomb = BombMember.Bomb(inflatedBytes: inflatedBytes)
        let meter = contestant.server.meter
        // What the server makes once is not the bomb's doing: harmless ones come first.
        try await wave(BombMember.Bomb(inflatedBytes: 1000), "warming up", contestant, progress)
        let before = (cpu: try meter.cpuNanoseconds(), peak: try meter.peakBytes())
        try await wave(bomb, "bombs", contestant, progress)
        let after = (cpu: try meter.cpuNanoseconds(), peak: try meter.peakBytes())
        return BombReport(
            frameBytes: bomb.frame.count, inflatedBytes: inflatedBytes, count: count,
            cpuMilliseconds: Double(after.cpu - before.cpu) / 1e6 / Double(max(1, count)),
            peakGrowthBytes: after.peak - before.peak)
    }

    private func wave(
        _ bomb: BombMember.Bomb, _ phase: String, _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) {
        let isBomb = bomb.inflatedBytes == inflatedBytes
        let crowd = try CrowdLoop(
            count, atOnceMax: 1, to: contestant.target, tally: RoundTally()
        ) { _ in BombMember(bomb) }
        do throws(LoadFailure) {
            let expected = count
            if isBomb {
                try await crowd.reach(phase, expected, progress) { $0.leftCount }
                let passed = await crowd.ask { crowd, _ in crowd.tally.count }
                guard passed == 0 else { throw LoadFailure("\(passed) bombs were let through") }
            } else {
                try await crowd.reach(phase, 1, progress) { $0.tally.count }
            }
            await crowd.dismiss()
        } catch {
            await crowd.dismiss()
            throw error
        }
    }
}
