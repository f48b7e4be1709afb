import EventLoop

/// What the event log is told of a loop that pauses accepting: at most one line a second, however
/// often it pauses, and in the end always the truth.
struct AcceptDiary {
    /// What to do about the event log.
    enum Step: Equatable {
        case nothing
        /// Say that accepting is paused, and why.
        case tellPaused(AcceptPause)
        case tellResumed
        /// Look again after this time.
        case lookAgain(after: Duration)
    }

    private static let distance = Duration.seconds(1)

    private var pause: AcceptPause?
    private var told: AcceptPause?
    private var toldAt: Duration?
    private var isLookPlanned = false

    /// Accepting is paused, or with nil it goes on.
    mutating func now(_ pause: AcceptPause?, at moment: Duration) -> Step {
        self.pause = pause
        return isLookPlanned ? .nothing : look(at: moment)
    }

    /// The time of `lookAgain` has come.
    mutating func lookAgain(at moment: Duration) -> Step {
        isLookPlanned = false
        return look(at: moment)
    }

    private mutating func look(at moment: Duration) -> Step {
        guard pause != told else { return .nothing }
        if let toldAt, moment - toldAt < Self.distance {
            isLookPlanned = true
            return .lookAgain(after: toldAt + Self.distance - moment)
        }
        (told, toldAt) = (pause, moment)
        return pause.map { .tellPaused($0) } ?? .tellResumed
    }
}
