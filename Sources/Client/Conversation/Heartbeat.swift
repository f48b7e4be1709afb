/// Notices a server that has gone without a word: a cable pulled, a laptop that slept.
struct Heartbeat: Equatable, Sendable {
    /// What is to be done now.
    enum Verdict: Equatable, Sendable {
        case wait, ping, giveUp
    }

    private enum Stage: Equatable, Sendable {
        case listening
        case pinged
    }

    /// So much silence makes us ask.
    static let silenceMax = Duration.seconds(60)
    /// How long the answer may take.
    static let patience = Duration.seconds(10)

    private var stage = Stage.listening
    private(set) var dueAt = Duration.zero

    /// Anything came.
    mutating func heard(at now: Duration) {
        stage = .listening
        dueAt = now + Self.silenceMax
    }

    /// Time has passed.
    mutating func tick(at now: Duration) -> Verdict {
        guard now >= dueAt else { return .wait }
        switch stage {
        case .listening:
            stage = .pinged
            dueAt = now + Self.patience
            return .ping
        case .pinged: return .giveUp
        }
    }
}
