import Glibc
import Synchronization

/// Progress for the operator, on stderr: one line that changes on a terminal, a line for each phase
/// elsewhere. Its history is kept for the report page.
final class Progress: Sendable {
    private enum Medium { case terminal, file, nowhere }

    private struct State {
        var timeline = Timeline()
        /// The server's latest rate.
        var rate: Timeline.Rate?
    }

    private let medium: Medium
    private let state = Mutex(State())

    /// - Parameter isQuiet: for `--quiet`, and for tests.
    init(isQuiet: Bool) {
        medium = isQuiet ? .nowhere : isatty(STDERR_FILENO) == 1 ? .terminal : .file
    }

    /// The history so far.
    var timeline: Timeline { state.withLock { $0.timeline } }

    /// Begins a phase.
    func begin(_ phase: String) {
        state.withLock { $0.timeline.begin(phase, at: MonotonicClock.nanoseconds()) }
        say(phase)
    }

    /// Updates the phase.
    func update(_ text: String) {
        if medium == .terminal { say(text) }
    }

    /// Updates the phase, with what the server has done for it.
    func update(_ text: String, _ target: Target) {
        let rate = state.withLock { state in
            guard let moment = target.moment() else { return state.rate }
            if let rate = state.timeline.note(moment) { state.rate = rate }
            return state.rate
        }
        guard let rate else { return update(text) }
        update(
            "\(text), \(rate.messagesPerSecond.digits(0)) messages/s, "
                + "server \(rate.cpuPercent.digits(0)) % of a CPU")
    }

    /// Ends the display: the line is cleared.
    func end() {
        if medium == .terminal { Self.write("\r\u{1B}[K") }
    }

    private func say(_ text: String) {
        switch medium {
        case .terminal: Self.write("\r\u{1B}[K\(text)")
        case .file: Self.write("\(text)\n")
        case .nowhere: break
        }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
