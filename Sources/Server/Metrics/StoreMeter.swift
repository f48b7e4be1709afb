import Metering

/// What the store's writer counts.
final class StoreMeter: Sendable {
    let commits = Histogram()
    let commands = Count()
    let checkpoints = Histogram()

    func committed(_ duration: Duration, commands count: Int) {
        commits.note(nanoseconds: duration.wholeNanoseconds)
        commands.add(count)
    }

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
