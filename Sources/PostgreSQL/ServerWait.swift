import Kernel

/// How long a connection waits for an answer.
struct ServerWait {
    /// When it is too late; nil: never.
    let end: ContinuousClock.Instant?
    /// What the node has heard, when silence ends it.
    let hearing: ServerHearing?

    /// When to look up from waiting, unless something comes; nil: never.
    func next(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard hearing != nil else { return end }
        let pause = now + ServerHearing.silenceMax
        return end.map { min($0, pause) } ?? pause
    }

    /// What it is that nothing has come so far; nil: go on waiting.
    func verdict(at now: ContinuousClock.Instant) -> StoreError? {
        if let end, now >= end { return .unreachable("the server does not answer") }
        guard hearing?.isSilent(at: now) == true else { return nil }
        return .broken("the database says nothing any more; other nodes may still hear it")
    }
}
