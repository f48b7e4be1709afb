import Metering
import Synchronization

/// The counts of the store's writer.
package final class StoreMeter: Sendable {
    let commits = Histogram()
    let commands = Count()
    let checkpoints = Histogram()
    /// Waits of one of several nodes before its commits.
    let gate = Histogram()
    /// Commits of one of several nodes that were begun anew.
    let conflicts = Count()
    private let writable = Atomic(true)

    /// Nothing has happened yet.
    package init() {}

    /// Whether commands can be stored.
    var isWritable: Bool { writable.load(ordering: .relaxed) }

    package func committed(_ duration: Duration, commands count: Int) {
        commits.note(nanoseconds: duration.wholeNanoseconds)
        commands.add(count)
    }

    package func waited(_ duration: Duration) {
        gate.note(nanoseconds: duration.wholeNanoseconds)
    }

    package func contended() { conflicts.add() }

    package func changed(isWritable: Bool) { writable.store(isWritable, ordering: .relaxed) }

    package func checkpointed(_ duration: Duration) {
        checkpoints.note(nanoseconds: duration.wholeNanoseconds)
    }
}

extension Duration {
    /// For histograms; at most 292 years.
    package var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) &* 1_000_000_000 &+ Int(attoseconds / 1_000_000_000)
    }
}
