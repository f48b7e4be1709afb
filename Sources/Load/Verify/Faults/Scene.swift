import Promises

/// A daemon of our own, a town that it serves, and what becomes of them.
final class Scene {
    let victim: Victim
    let town: Town
    let route: Route
    let extent: Extent
    let seed: UInt64
    let progress: Progress
    var dice: Dice
    var outcome: FaultOutcome

    init(
        _ victim: Victim, _ town: Town, _ route: Route, _ stage: Stage, _ outcome: FaultOutcome
    ) {
        (self.victim, self.town, self.route) = (victim, town, route)
        (extent, seed, progress) = (stage.extent, stage.seed, stage.progress)
        dice = Dice(seed: stage.seed, of: -1)
        self.outcome = outcome
    }

    /// Returns how long after `start` the first session was opened, in milliseconds.
    func firstSession(after start: UInt64) async throws(LoadFailure) -> Double {
        for _ in 0..<15_000 {
            let times = town.devices.map { $0.witness.ask { $0.sessionAt } }
            if let first = times.filter({ $0 > start }).min() {
                return Double(first - start) / 1e6
            }
            await MonotonicClock.pass(2)
        }
        throw LoadFailure("nobody has come back within 30 s")
    }
}
