import Promises

extension Stage {
    /// When the daemon gives up a peer that is silent, in seconds: sooner than it usually does,
    /// so that a verification need not wait for it.
    static let deadSeconds = 3

    /// Everybody behind a bad network for a while, then on a good one again.
    func badNetwork(_ fault: Fault) async throws(LoadFailure) -> FaultOutcome {
        let weather =
            switch fault {
            case .halfOpen: Weather(vanishAfterBytes: 2_000...20_000)
            case .reset: Weather(cutAfterBytes: 300...20_000)
            default: Weather(delayMilliseconds: 40, isOneByte: true)
            }
        return try await play(
            fault,
            settings: [
                "heartbeat.pingSeconds=1", "heartbeat.deadSeconds=\(Self.deadSeconds)",
            ]
        ) { scene throws(LoadFailure) in
            try await scene.endure(weather)
        }
    }
}

extension Scene {
    fileprivate func endure(_ weather: Weather) async throws(LoadFailure) {
        try await behind(weather) { proxy throws(LoadFailure) in
            try await endure(weather, proxy)
        }
    }

    private func endure(_ weather: Weather, _ proxy: ProxyServer) async throws(LoadFailure) {
        // Long enough for the daemon to notice who is gone.
        let seconds = max(
            extent.seconds, weather.vanishAfterBytes == nil ? 0 : 2 * Stage.deadSeconds + 2)
        try await live { () throws(LoadFailure) in
            progress.begin("living on a bad network")
            try route.lead(to: proxy.port)
            for device in town.devices { device.witness.cut() }
            await MonotonicClock.pass(seconds * 1000)
            try route.lead(to: victim.port)
            let tally = await proxy.ask { proxy, _ in proxy.tally }
            report(tally, weather)
            // Whoever is still behind it is cut off.
            await proxy.stop()
            try await town.gather(withinSeconds: 40)
        }
    }

    /// Does `body` with a proxy before the daemon, which is stopped afterwards, however that ends.
    func behind(
        _ weather: Weather, _ body: (ProxyServer) async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) {
        let proxy = try ProxyServer(
            to: Target(port: victim.port).address, weather, Dice(seed: seed, of: -2))
        do throws(LoadFailure) {
            try await body(proxy)
        } catch {
            await proxy.stop()
            throw error
        }
        await proxy.stop()
    }

    private func report(_ tally: Proxy.Tally, _ weather: Weather) {
        outcome.rounds = 1
        if weather.cutAfterBytes != nil {
            outcome.rounds = tally.cutCount
            outcome.figures.append("\(tally.cutCount) connections were cut")
        }
        if weather.vanishAfterBytes != nil {
            reportVanished(tally)
        }
        if weather.isOneByte {
            outcome.figures.append("\(tally.acceptedCount) connections, byte by byte")
        }
    }

    /// The daemon has to let go of a peer that is gone: its patience, the time for a goodbye, and
    /// what a busy machine adds.
    private func reportVanished(_ tally: Proxy.Tally) {
        outcome.rounds = tally.vanishedCount
        let slowest = tally.vanishedMilliseconds.max() ?? 0
        outcome.figures.append(
            "\(tally.vanishedCount) peers vanished, \(tally.vanishedMilliseconds.count) were given "
                + "up meanwhile, after \(slowest.digits(0)) ms at most")
        let allowed = Double(Stage.deadSeconds + 4) * 1000
        if slowest > allowed {
            outcome.complaints.append(
                "a dead peer was kept for \(slowest.digits(0)) ms, \(allowed.digits(0)) allowed")
        }
        if tally.vanishedMilliseconds.isEmpty, tally.vanishedCount > 0 {
            outcome.complaints.append("no dead peer was given up")
        }
    }
}
