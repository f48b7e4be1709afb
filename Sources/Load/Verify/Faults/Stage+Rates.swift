import Promises
import Wire

extension Stage {
    /// As many as may make an account within an hour from one address.
    private static let peopleMax = 52

    /// Everybody in a hurry, while the daemon limits how often as it usually does.
    func limitedRates() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        return try await play(
            .rates, Neighbourhood(min(Self.peopleMax, neighbourhood.count)),
            data: "\(folder.path)/store", log: "\(folder.path)/events.log",
            settings: ["rates.enabled=true"]
        ) { scene throws(LoadFailure) in
            try await scene.hurry()
        }
    }
}

extension Scene {
    /// More than the thirty that are allowed at once.
    private static let salvoCount = 40

    fileprivate func hurry() async throws(LoadFailure) {
        let rounds = max(1, extent.rounds / 20)
        try await live { () throws(LoadFailure) in
            for round in 1...rounds {
                progress.update("everybody in a hurry, round \(round)/\(rounds)")
                try await Parallel.each(town.people, width: 64) { person throws(LoadFailure) in
                    await person.write(Self.salvoCount, to: person.person ^ 1)
                }
                await MonotonicClock.pass(extent.seconds * 1000 / rounds)
            }
        }
        outcome.rounds = rounds
        let refusals = town.devices.reduce(0) { $0 + $1.witness.ask { $0.limitedCount } }
        let late = town.devices.flatMap { $0.witness.ask { $0.limitedSendings } }
        let accepted = late.count { $0.acknowledgedAt != nil }
        let lost = late.count { $0.acknowledgedAt == nil && $0.refusal == .rateLimited }
        let others = late.count - accepted - lost
        outcome.figures.append(
            "\(refusals) refusals; \(late.count) messages came too often: \(accepted) accepted in "
                + "the end, \(others) refused for other reasons")
        if late.isEmpty { outcome.complaints.append("no message came too often") }
        if lost > 0 { outcome.complaints.append("\(lost) messages were never allowed again") }
    }
}

extension DeviceTrace {
    /// Messages that were refused at first for coming too often.
    fileprivate var limitedSendings: [Sending] {
        sendings.values.filter(\.wasLimited)
    }
}
