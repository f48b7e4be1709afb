import Kernel

/// Whether push services refuse our key, rather than one subscription.
///
/// A subscription that was made with another key is refused alone. Those of several people in a
/// row, and none served between them, say that the fault is ours: the key, its contact, or this
/// machine's clock. Nobody's subscription is to be lost for that, and no push service pestered.
struct KeyStanding: Sendable {
    /// So many people are several.
    static let refusedMin = 3
    /// The first pause, and the longest; each is twice the one before.
    private static let pace = LetterQueue.Pace(first: .seconds(60), max: .seconds(3600))

    /// Whose devices were refused since one was served; at most so many as are several.
    private var refused: Set<User.ID> = []
    private var pauseCount = 0
    /// Before that nothing is sent; nil while the key is good.
    private(set) var pausedUntil: Duration?

    /// A push service has taken something.
    mutating func served() { self = KeyStanding() }

    /// A push service would not have what was signed with our key.
    ///
    /// - Returns: the pause that begins now, if one does.
    mutating func refused(for user: User.ID, at now: Duration) -> Duration? {
        if refused.count < Self.refusedMin { refused.insert(user) }
        // What was under way when the pause began says no more than what began it.
        guard refused.count >= Self.refusedMin, now >= pausedUntil ?? now else { return nil }
        let pause = Self.pace.pause(after: pauseCount, chance: 1)
        pauseCount += 1
        pausedUntil = now + pause
        return pause
    }

    /// Whether something may be sent.
    func isGood(at now: Duration) -> Bool { now >= pausedUntil ?? now }
}
