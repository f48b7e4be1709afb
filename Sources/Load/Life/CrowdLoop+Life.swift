import EventLoop

/// What residents have done from one moment to another, and what it cost the server.
struct LifeStretch: Sendable {
    let seconds: Double
    /// Deeds that were acknowledged, and messages that came to a device.
    let ackedCount: Int
    let deliveredCount: Int
    let cpuNanoseconds: UInt64

    /// Processor time of the server for one of so many.
    func cpuMicroseconds(each count: Int) -> Double {
        cpuNanoseconds.microseconds(each: count)
    }
}

extension Crowd where Member == Resident {
    /// What everybody has counted and remembers, of those who are there, too.
    func memory(on loop: isolated EventLoop<Crowd>) -> LifeTally {
        var memory = tally
        each(on: loop) { member, _, _ in
            if member.isAwake { memory.keep(member.diary, of: member.number) }
        }
        return memory
    }
}

extension CrowdLoop where Member == Resident {
    /// What everybody has counted and remembers.
    func memory() async -> LifeTally { await ask { crowd, loop in crowd.memory(on: loop) } }

    /// Cuts everybody off without a word.
    ///
    /// - Returns: what they remember: nothing that came later.
    /// - Throws: when the crowd had failed before: some would be forgotten.
    func cut() async throws(LoadFailure) -> LifeTally {
        let (memory, failure) = await ask { crowd, loop in
            defer { crowd.dismiss(on: loop) }
            return (crowd.memory(on: loop), crowd.failure)
        }
        await dismiss()
        if let failure { throw failure }
        return memory
    }

    /// Measures what happens while `body` runs; of how long things took, nothing before counts.
    func measure(
        _ meter: ProcessMeter, _ body: () async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) -> LifeStretch {
        let before = await ask { crowd, _ in
            crowd.tally.beginAnew()
            return crowd.tally
        }
        let (start, cpu) = (MonotonicClock.nanoseconds(), try meter.cpuNanoseconds())
        try await body()
        let after = await ask { crowd, _ in crowd.tally }
        return LifeStretch(
            seconds: Double(MonotonicClock.nanoseconds() - start) / 1e9,
            ackedCount: after.ackedCount - before.ackedCount,
            deliveredCount: after.deliveredCount - before.deliveredCount,
            cpuNanoseconds: try meter.cpuNanoseconds() - cpu)
    }
}
