import Promises

extension Stage {
    private static let cliqueSize = 5
    /// Pairs of a clique, each for every activity.
    private static let pairsPerClique =
        cliqueSize * (cliqueSize - 1) / 2 * Population.activities.count

    /// Everybody turns everything on at the same moment: exactly one match and two notices for
    /// each pair and activity.
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
        // What is acknowledged is on its way.
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
    /// Matches that this device was told of.
    fileprivate var matchCount: Int {
        inbox.values.count { if case .match = $0 { true } else { false } }
    }
}
