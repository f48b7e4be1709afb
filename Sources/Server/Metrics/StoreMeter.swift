import Metering
import Synchronization

/// What the store's writer counts.
final class StoreMeter: Sendable {
    let commits = Histogram()
    let commands = Count()
    let checkpoints = Histogram()
    private let writable = Atomic(true)

    /// Whether commands can be stored.
    var isWritable: Bool { writable.load(ordering: .relaxed) }

    func committed(_ duration: Duration, commands count: Int) {
        commits.note(nanoseconds: duration.wholeNanoseconds)
        commands.add(count)
    }

    func changed(isWritable: Bool) { writable.store(isWritable, ordering: .relaxed) }

    func checkpointed(_ duration: Duration) {
        checkpoints.note(nanoseconds: duration.wholeNanoseconds)
    }
}

extension Duration {
    /// For histograms; at most 292 years.
    var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) &* 1_000_000_000 &+ Int(attoseconds / 1_000_000_000)
    }
}
