import Promises

extension Scene {
    /// Milliseconds between two things that everybody does.
    static let pauseMilliseconds = 300

    /// Life without a fault.
    func calm() async throws(LoadFailure) {
        let milliseconds = extent.seconds * 1000
        try await live { () throws(LoadFailure) in
            progress.begin("living")
            await MonotonicClock.pass(milliseconds)
        }
    }

    /// kill -9 at random moments under load.
    func kill() async throws(LoadFailure) {
        var returns: [Double] = []
        try await live { () throws(LoadFailure) in
            for round in 1...extent.rounds {
                progress.update("kill -9, round \(round)/\(extent.rounds)")
                await MonotonicClock.pass(dice.roll(100...700))
                let start = MonotonicClock.nanoseconds()
                try await victim.kill()
                try await victim.start()
                returns.append(try await firstSession(after: start))
                try await town.gather(withinSeconds: 30)
            }
        }
        outcome.rounds = extent.rounds
        note(returns, since: "kill")
    }

    /// SIGTERM under load: everybody is told when to come back.
    func stop() async throws(LoadFailure) {
        var returns: [Double] = []
        let rounds = max(1, extent.rounds / 5)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("SIGTERM, round \(round)/\(rounds)")
                await MonotonicClock.pass(dice.roll(100...700))
                try await stopOnce()
                let start = MonotonicClock.nanoseconds()
                try await victim.start()
                returns.append(try await firstSession(after: start))
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        note(returns, since: "start")
    }

    private func stopOnce() async throws(LoadFailure) {
        let before = town.devices.map { $0.witness.ask { ($0.isSignedIn, $0.restartGoodbyeCount) } }
        let code = try await victim.stop()
        if code != 0 { outcome.complaints.append("upford ended with \(code) after SIGTERM") }
        let after = town.devices.map { $0.witness.ask { $0.restartGoodbyeCount } }
        let untold = zip(before, after).count { $0.0 && $0.1 == $1 }
        guard untold > 0 else { return }
        outcome.complaints.append("\(untold) clients were not told when to come back")
    }

    /// Lets the town live meanwhile.
    func live(
        _ body: () async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) {
        try await town.live(
            seed: seed, pauseMilliseconds: Self.pauseMilliseconds, while: body)
        try await town.gather(withinSeconds: 40)
    }

    private func note(_ returns: [Double], since what: String) {
        let sorted = returns.sorted()
        guard let max = sorted.last else { return }
        let median = sorted[sorted.count / 2]
        outcome.figures.append(
            "first session after \(what): p50 \(median.digits(0)) ms, max \(max.digits(0)) ms")
        if max > extent.upMilliseconds {
            outcome.complaints.append(
                "up again after \(max.digits(0)) ms, \(extent.upMilliseconds.digits(0)) allowed")
        }
    }
}

extension DeviceTrace {
    /// How often the server said that it restarts and when to come back.
    var restartGoodbyeCount: Int { goodbyes[1012] ?? 0 }
}
