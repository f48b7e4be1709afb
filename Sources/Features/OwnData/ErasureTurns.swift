import Kernel

/// The turns of users who are to be erased: one after the other, so that one with much data delays
/// no other. After a failure the user's turns are skipped for a while.
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

    /// The user whose turn it is now; nil if there is none.
    mutating func next(of people: [Departed], at now: Moment) -> Departed? {
        let ready = people.filter { rests[$0.user].map { $0.until <= now } ?? true }
            .sorted { $0.user < $1.user }
        let next = ready.first { $0.user > last } ?? ready.first
        if let next { last = next.user }
        return next
    }

    /// A turn has succeeded.
    mutating func went(_ user: User.ID) { rests[user] = nil }

    /// A turn has failed.
    mutating func failed(_ user: User.ID, at now: Moment) {
        let pause = rests[user].map { min($0.pause * 2, Self.pauseMax) } ?? Self.pauseMin
        rests[user] = Rest(pause: pause, until: now.advanced(by: pause))
    }
}
