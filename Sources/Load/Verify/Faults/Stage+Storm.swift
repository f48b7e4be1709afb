import Promises

extension Stage {
    private static let secondsMax = 8.0

    /// Everybody comes back at once.
    func storm() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        return try await play(
            .storm, Neighbourhood(extent.stormClients / 4 * 4), data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: 0
        ) { scene throws(LoadFailure) in
            try await scene.storm(secondsMax: Self.secondsMax)
        }
    }
}

extension Scene {
    fileprivate func storm(secondsMax: Double) async throws(LoadFailure) {
        progress.begin("writing")
        try await Parallel.each(town.people, width: 256) { person throws(LoadFailure) in
            await person.write(1, to: person.person ^ 1)
        }
        // Some have no answer yet when the daemon dies.
        let town = town
        let last = Task { await town.writeAll() }
        await MonotonicClock.pass(20)
        progress.begin("the storm")
        try await victim.kill()
        let start = MonotonicClock.nanoseconds()
        try await victim.start()
        let first = try await firstSession(after: start)
        try await town.gather(withinSeconds: 60)
        let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
        await last.value
        outcome.rounds = 1
        let count = town.devices.count
        outcome.figures.append(
            "\(count) resumed \(seconds.digits(2)) s after the start, "
                + "the first after \(first.digits(0)) ms")
        if seconds > secondsMax {
            outcome.complaints.append(
                "\(count) took \(seconds.digits(2)) s to resume, \(secondsMax.digits(0)) allowed")
        }
    }
}

extension Town {
    /// Everybody writes one message to a friend; returns when all are answered or given up.
    fileprivate func writeAll() async {
        await withDiscardingTaskGroup { group in
            for person in people { group.addTask { await person.write(1, to: person.person ^ 1) } }
        }
    }
}
