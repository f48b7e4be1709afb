import Promises

extension Stage {
    /// When the daemon gives up a silent peer, in seconds: earlier than usual, so that a
    /// verification need not wait for it.
    static let deadSeconds = 3

    /// All devices are behind a bad network for a while, then on a good one again.
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
        // Long enough for the daemon to detect vanished peers.
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
            // Cuts off the devices that are still behind the proxy.
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

    /// The daemon has to drop a vanished peer: within its timeout, the time for a close frame, and
    /// some reserve for a busy machine.
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

extension Stage {
    private static let cliqueSize = 5
    /// Pairs of a clique, each for every activity.
    private static let pairsPerClique =
        cliqueSize * (cliqueSize - 1) / 2 * Population.activities.count

    /// All people turn all activities on at the same moment: exactly one match and two notices are
    /// due for each pair and activity.
    func toggles() async throws(LoadFailure) -> FaultOutcome {
        let cliques = max(1, (extent.togglePairs + Self.pairsPerClique - 1) / Self.pairsPerClique)
        let folder = try TemporaryFolder()
        let neighbourhood = Neighbourhood(cliques: cliques, of: Self.cliqueSize)
        return try await play(
            .toggles, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: 0
        ) { scene throws(LoadFailure) in
            try await scene.toggleAll(Population.activities)
            let due = cliques * Self.pairsPerClique
            let notices = scene.town.people.reduce(0) { $0 + $1.witness.ask { $0.matchCount } }
            scene.outcome.rounds = 1
            scene.outcome.figures.append("\(due) pairs, \(notices) notices")
            guard notices != 2 * due else { return }
            scene.outcome.complaints.append("\(notices) notices, \(2 * due) due")
        }
    }
}

extension Scene {
    fileprivate func toggleAll(_ activities: [String]) async throws(LoadFailure) {
        progress.begin("toggling")
        let people = town.people
        let start = MonotonicClock.nanoseconds()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for activity in activities {
                for person in people {
                    group.addTask { await person.set(activity, on: true) }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 0 : 1 }
        }
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        outcome.figures.append(
            "\(people.count * activities.count) toggles in \(seconds.digits(2)) s")
        if refused > 0 { outcome.complaints.append("\(refused) toggles were refused") }
        // Every acknowledged event is under way.
        var last = -1
        while true {
            let now = people.reduce(0) { $0 + Int($1.witness.ask { $0.inboxTop }) }
            if now == last { return }
            last = now
            await MonotonicClock.pass(500)
        }
    }
}

extension DeviceTrace {
    /// Matches that this device knows.
    fileprivate var matchCount: Int {
        inbox.values.count { if case .match = $0 { true } else { false } }
    }
}
