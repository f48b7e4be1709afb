import Promises

extension Stage {
    /// How many events an inbox keeps meanwhile.
    fileprivate static let eventsKept = 100
    private static let peopleMax = 40

    /// Devices that come back when the inbox has forgotten what they have not seen.
    func shortMemory() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        let neighbourhood = Neighbourhood(min(Self.peopleMax, self.neighbourhood.count))
        return try await play(
            .floor, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: neighbourhood.count,
            settings: ["inbox.events=\(Self.eventsKept)"]
        ) { scene throws(LoadFailure) in
            try await scene.outlastInboxes()
        }
    }
}

extension Scene {
    fileprivate func outlastInboxes() async throws(LoadFailure) {
        let rounds = max(2, extent.rounds / 20)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("away for too long, round \(round)/\(rounds)")
                for device in town.seconds { device.witness.stayAway(true) }
                // Some are away for less than is remembered, and must not be reset.
                let counts = town.people.map { _ in dice.roll(5...90) }
                try await Parallel.each(town.people, width: 64) { person throws(LoadFailure) in
                    await person.write(counts[person.person], to: person.person ^ 1)
                }
                // What is not kept is forgotten in the background.
                await MonotonicClock.pass(dice.roll(500...1500))
                for device in town.seconds { device.witness.stayAway(false) }
                try await town.gather(withinSeconds: 40)
            }
        }
        outcome.rounds = rounds
        let resets = town.seconds.reduce(0) { $0 + $1.witness.ask { $0.snapshots.count } }
        let kept = town.seconds.map { $0.witness.ask { $0.keptMin } }.min() ?? .max
        outcome.figures.append(
            "\(resets) of \(rounds * town.seconds.count) returns were told how things stand")
        if resets == 0 { outcome.complaints.append("nobody was away for too long") }
        if kept < Stage.eventsKept {
            outcome.complaints.append("only \(kept) events were kept, \(Stage.eventsKept) are due")
        }
    }
}
