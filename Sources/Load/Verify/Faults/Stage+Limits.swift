import Promises

extension Stage {
    /// No descriptor is left for new connections; those that exist stay.
    func noDescriptors() async throws(LoadFailure) -> FaultOutcome {
        try await play(.descriptors) { scene throws(LoadFailure) in
            try await scene.starve(of: .descriptors)
        }
    }

    /// No memory is left: the daemon refuses requests, or dies and is restarted.
    func noMemory() async throws(LoadFailure) -> FaultOutcome {
        try await play(.memory, environment: Self.frugality) { scene throws(LoadFailure) in
            try await scene.starve(of: .memory)
        }
    }

    /// A daemon that dies for want of memory prints no backtrace, which takes seconds. Freed memory
    /// goes back to the system at once, or the remains of one rush would serve the next.
    private static let frugality = [
        "SWIFT_BACKTRACE=enable=no",
        "GLIBC_TUNABLES=glibc.malloc.mmap_threshold=16384:glibc.malloc.trim_threshold=16384",
    ]
}

/// What a daemon can run out of.
private enum Scarcity {
    case descriptors, memory
}

extension Scene {
    fileprivate func starve(of scarcity: Scarcity) async throws(LoadFailure) {
        let rounds = max(1, extent.rounds / 20)
        var deaths = 0
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("no \(scarcity) left, round \(round)/\(rounds)")
                await MonotonicClock.pass(dice.roll(200...600))
                try limit(scarcity)
                await suffer(scarcity)
                try victim.allow(descriptors: nil)
                try victim.allow(dataBytes: nil)
                deaths += try await revive()
                try await settle()
            }
        }
        outcome.rounds = rounds
        let refusals = refusalCount
        outcome.figures.append("the daemon died \(deaths) times, and refused \(refusals) commands")
        switch scarcity {
        case .descriptors where deaths > 0:
            outcome.complaints.append("the daemon died for want of descriptors, \(deaths) times")
        case .memory where deaths == 0 && refusals == 0:
            outcome.complaints.append("the daemon was never short of memory")
        default: break
        }
    }

    /// Restarts the daemon as often as it dies; returns when all devices have a session.
    ///
    /// - Returns: the number of deaths.
    private func revive() async throws(LoadFailure) -> Int {
        var deaths = 0
        // A dying daemon may still look alive for a moment.
        var calmSteps = 0
        let end = MonotonicClock.nanoseconds() + 60_000_000_000
        while calmSteps < 20 {
            if !victim.isRunning {
                deaths += 1
                try await victim.kill()
                try await victim.start()
            }
            calmSteps = town.signedInCount == town.devices.count ? calmSteps + 1 : 0
            guard MonotonicClock.nanoseconds() < end else {
                throw LoadFailure("not everybody has come back within a minute")
            }
            await MonotonicClock.pass(20)
        }
        return deaths
    }

    /// Returns when no demand waits for its reply, so that the audit does not queue behind one.
    private func settle() async throws(LoadFailure) {
        let end = MonotonicClock.nanoseconds() + 120_000_000_000
        while town.people.contains(where: \.isDemanding) {
            guard MonotonicClock.nanoseconds() < end else {
                throw LoadFailure("what was demanded has no answer after two minutes")
            }
            await MonotonicClock.pass(20)
        }
    }

    private func limit(_ scarcity: Scarcity) throws(LoadFailure) {
        guard let meter = victim.meter else { return }
        switch scarcity {
        // Each device holds one. Once all have disconnected, only a few can return.
        case .descriptors:
            try victim.allow(descriptors: meter.descriptorCount() - town.devices.count * 3 / 4)
        case .memory:
            try victim.allow(dataBytes: meter.dataBytes() + dice.roll(0...8) * 262_144)
        }
    }

    /// Commands that the daemon has refused for the moment, so far.
    private var refusalCount: Int {
        town.devices.reduce(0) { $0 + $1.witness.ask { $0.deferredCount } }
    }

    /// Sets the daemon's memory limit below its use; a daemon that has just died has none.
    private func deny(_ lackingBytes: Int) {
        guard let bytes = try? victim.meter?.dataBytes() else { return }
        try? victim.allow(dataBytes: bytes - lackingBytes)
    }

    /// Half of the devices reconnect. Under a memory limit people also send large demands, until
    /// one is refused for want of memory: for half a minute at most, with an ever lower limit.
    private func suffer(_ scarcity: Scarcity) async {
        let start = MonotonicClock.nanoseconds()
        let earlier = refusalCount
        var lackingBytes = 0
        while victim.isRunning {
            let seconds = Int((MonotonicClock.nanoseconds() - start) / 1_000_000_000)
            let isOver = seconds >= min(3, extent.seconds)
            if isOver {
                if scarcity != .memory || refusalCount > earlier || seconds >= 30 { break }
                // A slow daemon handles little at a time, for which the memory may suffice.
                deny(lackingBytes)
                lackingBytes += 262_144
            }
            for device in town.devices where !isOver && dice.happens(percent: 50) {
                device.witness.cut()
            }
            if scarcity == .memory {
                for person in town.people.prefix(64) { Task { await person.demand() } }
            }
            await MonotonicClock.pass(500)
        }
    }
}

extension Player {
    /// Writes long messages to the friend, and reads the room with the friend again and again, all
    /// at once; not while the last demand waits for its reply.
    fileprivate func demand() async {
        await demandOnce {
            await write(2, characters: 4000, to: person ^ 1)
            await withDiscardingTaskGroup { group in
                for _ in 0..<8 { group.addTask { await self.say(self.newestPage) } }
            }
        }
    }
}
