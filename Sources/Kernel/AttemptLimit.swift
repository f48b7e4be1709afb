/// How often somebody may try to get into an account, from where a command came.
public struct AttemptLimit: Sendable {
    /// What became of an attempt to log in to an account from a network that is new to it.
    public enum Verdict: Sendable {
        case admitted
        /// There were too many from everywhere.
        case refused
        /// The same, for the first time in a while: its owner is to be told.
        case refusedFirst
    }

    /// Where the command came from: an IPv4 address, or an IPv6 network of 48 bits.
    public let network: UInt64
    private let take: @Sendable (User.ID) -> Bool
    private let giveBack: @Sendable (User.ID) -> Void
    private let takeOfAll: @Sendable (User.ID) -> Verdict
    private let giveBackOfAll: @Sendable (User.ID) -> Void

    /// - Parameters:
    ///   - network: where the command came from.
    ///   - take: counts an attempt at a user's account from there; false: there were too many.
    ///   - giveBack: an attempt that was counted counts no more.
    ///   - takeOfAll: counts an attempt at an account among those from everywhere.
    ///   - giveBackOfAll: one of those counts no more.
    public init(
        from network: UInt64 = 0, _ take: @escaping @Sendable (User.ID) -> Bool,
        giveBack: @escaping @Sendable (User.ID) -> Void = { _ in },
        ofAll takeOfAll: @escaping @Sendable (User.ID) -> Verdict = { _ in .admitted },
        giveBackOfAll: @escaping @Sendable (User.ID) -> Void = { _ in }
    ) {
        self.network = network
        (self.take, self.giveBack) = (take, giveBack)
        (self.takeOfAll, self.giveBackOfAll) = (takeOfAll, giveBackOfAll)
    }

    /// As often as one likes.
    public static let none = AttemptLimit { _ in true }

    /// Counts an attempt at a user's account.
    ///
    /// - Returns: false when there were too many.
    public func callAsFunction(_ user: User.ID) -> Bool { take(user) }

    /// Counts an attempt among those from everywhere: for networks from which nobody has logged in
    /// to the account before.
    public func ofAll(_ user: User.ID) -> Verdict { takeOfAll(user) }

    /// The attempt that was counted so was its owner's.
    public func forgiveOfAll(_ user: User.ID) { giveBackOfAll(user) }

    /// The attempt that was counted last was its owner's, and counts no more.
    public func forgive(_ user: User.ID) { giveBack(user) }
}
