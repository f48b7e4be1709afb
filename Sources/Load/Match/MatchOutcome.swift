/// What a stretch of toggling came to.
struct MatchOutcome: Sendable {
    let seconds: Double
    /// From the first toggle until everybody had been told of every end.
    let cpuNanoseconds: UInt64
    let tally: MatchTally

    /// Of the server, all told.
    var cpuMicrosecondsPerToggle: Double {
        cpuNanoseconds.microseconds(each: tally.toggleCount)
    }

    /// What went wrong, a line for each kind.
    var complaints: [String] {
        var lines: [String] = []
        if tally.missingCount > 0 { lines.append("BROKEN: \(tally.missingCount) notices lost") }
        let unanswered = tally.toggleCount - tally.answeredCount
        if unanswered > 0 { lines.append("BROKEN: \(unanswered) toggles unanswered") }
        if let broken = tally.breaches.first {
            let count = tally.breaches.duplicateCount + tally.breaches.otherCount
            lines.append("BROKEN: \(count) times, the first: \(broken)")
        }
        return lines
    }
}
