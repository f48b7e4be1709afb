import Glibc

extension Stage {
    private static let diskBytes = 48 * 1_048_576

    /// A disk that is full for a while.
    func fullDisk() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        let mounted: MountedMemory
        do throws(LoadFailure) {
            mounted = try MountedMemory(at: "\(folder.path)/disk", bytes: Self.diskBytes)
        } catch {
            var outcome = FaultOutcome(.disk)
            outcome.skipped = error.description
            return outcome
        }
        let path = mounted.path
        return try await play(
            .disk, neighbourhood, data: "\(path)/store", log: "\(folder.path)/events.log"
        ) { scene throws(LoadFailure) in
            try await scene.fill(Ballast(path: "\(path)/ballast"))
        }
    }
}

extension Scene {
    private static let returnSecondsMax = 10

    fileprivate func fill(_ ballast: Ballast) async throws(LoadFailure) {
        let rounds = max(1, extent.rounds / 20)
        var returns: [Double] = []
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("full disk, round \(round)/\(rounds)")
                await MonotonicClock.pass(dice.roll(300...900))
                ballast.fill()
                try await refuse()
                ballast.remove()
                returns.append(try await acknowledge())
                if !victim.isRunning {
                    outcome.complaints.append("the daemon ended on a full disk")
                    try await victim.start()
                }
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        let slowest = returns.max() ?? 0
        outcome.figures.append(
            "acknowledges again \((slowest * 1000).digits(0)) ms after there is room, at most")
    }

    /// Waits until commands are refused, and sees that what was written can be read.
    private func refuse() async throws(LoadFailure) {
        var refusedCount = 0
        for _ in 0..<100 where refusedCount < 20 {
            for person in town.people.prefix(20) {
                if await !person.set("study", on: true) { refusedCount += 1 }
            }
        }
        if refusedCount == 0 {
            outcome.complaints.append("nothing was refused on a full disk")
        }
        let unread = await town.people.prefix(20).reduceAsync(0) { count, person in
            await person.say(person.newestPage) ? count : count + 1
        }
        if unread > 0 {
            outcome.complaints.append("\(unread) of 20 could not read on a full disk")
        }
    }

    /// Returns after how many seconds somebody's command is accepted again.
    private func acknowledge() async throws(LoadFailure) -> Double {
        let start = MonotonicClock.nanoseconds()
        while true {
            let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
            if await town.people[0].set("study", on: false) { return seconds }
            guard seconds < Double(Self.returnSecondsMax) else {
                outcome.complaints.append("nothing is accepted 10 s after the disk had room again")
                return seconds
            }
            await MonotonicClock.pass(20)
        }
    }
}

extension Sequence {
    fileprivate func reduceAsync<Result>(
        _ initial: Result, _ next: (Result, Element) async -> Result
    ) async -> Result {
        var result = initial
        for element in self { result = await next(result, element) }
        return result
    }
}
