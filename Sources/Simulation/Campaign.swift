import Dispatch
import Synchronization

/// Plays one seed after the other, several at a time, until one breaks a promise.
package final class Campaign: Sendable {
    /// How far it is.
    package struct Report: Sendable, CustomStringConvertible {
        /// How many worlds were played.
        package let count: Int
        /// How long that took.
        package let time: Duration

        /// One line.
        package var description: String {
            let milliseconds = time / .milliseconds(1)
            return "\(count) seeds, \(Int(milliseconds / 1000)) s, "
                + "\(Int(milliseconds / Double(max(1, count)) * 1000) / 1000) ms each"
        }
    }

    private struct State {
        var next: UInt64
        var count = 0
        var reported = ContinuousClock.now
        /// What was found, at the lowest seed so far.
        var found: Simulation.Outcome?
    }

    private let simulation: Simulation
    private let mutant: Mutant?
    private let jobs: Int

    /// - Parameters:
    ///   - mutant: a deliberate bug in every world.
    ///   - jobs: how many worlds are played at a time.
    package init(_ simulation: Simulation, mutant: Mutant? = nil, jobs: Int) {
        self.simulation = simulation
        self.mutant = mutant
        self.jobs = max(1, jobs)
    }

    /// Plays the seeds from `first` on.
    ///
    /// - Parameters:
    ///   - last: the last seed; nil: without end.
    ///   - progress: called every five seconds, and at the end.
    /// - Returns: the first world in which a promise was broken.
    package func run(
        from first: UInt64, through last: UInt64?,
        progress: @escaping @Sendable (Report) -> Void
    ) -> Simulation.Outcome? {
        let state = Mutex(State(next: first))
        let start = ContinuousClock.now
        DispatchQueue.concurrentPerform(iterations: jobs) { [self] _ in
            while let seed = Self.take(state, last) {
                let outcome = play(seed)
                let report = state.withLock { state in
                    Self.note(outcome, in: &state, since: start)
                }
                if let report { progress(report) }
            }
        }
        return state.withLock { state in
            progress(Report(count: state.count, time: ContinuousClock.now - start))
            return state.found
        }
    }

    private func play(_ seed: UInt64) -> Simulation.Outcome {
        do {
            return try simulation.play(seed, mutant: mutant)
        } catch {
            return Simulation.Outcome(
                seed: seed, hash: 0, complaint: "the world does not begin: \(error)", story: [])
        }
    }

    private static func take(_ state: borrowing Mutex<State>, _ last: UInt64?) -> UInt64? {
        state.withLock { state in
            guard state.found == nil, state.next <= last ?? .max else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private static func note(
        _ outcome: Simulation.Outcome, in state: inout State, since start: ContinuousClock.Instant
    ) -> Report? {
        state.count += 1
        if outcome.complaint != nil, outcome.seed < state.found?.seed ?? .max {
            state.found = outcome
        }
        guard ContinuousClock.now - state.reported >= .seconds(5) else { return nil }
        state.reported = .now
        return Report(count: state.count, time: .now - start)
    }
}
