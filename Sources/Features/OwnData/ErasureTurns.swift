import Kernel

/// Whose turn it is, of those who are to be erased: one after the other, so that somebody who has
/// left much holds up nobody; and after a failure the person's turns are passed over for a while.
///
/// In memory: after a restart they begin anew.
struct ErasureTurns: Sendable {
    /// The first pause after a failure, and the longest; each is twice the one before.
    private static let (pauseMin, pauseMax) = (Duration.seconds(1), Duration.seconds(3600))

    private struct Rest: Sendable {
        var pause: Duration
        var until: Moment
    }

    private var last: User.ID = 0
    private var rests: [User.ID: Rest] = [:]

    /// Whose turn it is now; nil when there is nobody.
    mutating func next(of people: [Departed], at now: Moment) -> Departed? {
        let ready = people.filter { rests[$0.user].map { $0.until <= now } ?? true }
            .sorted { $0.user < $1.user }
        let next = ready.first { $0.user > last } ?? ready.first
        if let next { last = next.user }
        return next
    }

    /// A turn has come to something.
    mutating func went(_ user: User.ID) { rests[user] = nil }

    /// A turn has come to nothing.
    mutating func failed(_ user: User.ID, at now: Moment) {
        let pause = rests[user].map { min($0.pause * 2, Self.pauseMax) } ?? Self.pauseMin
        rests[user] = Rest(pause: pause, until: now.advanced(by: pause))
    }
}
