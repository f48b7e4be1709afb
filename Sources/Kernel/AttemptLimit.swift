/// Limits the attempts to get into an account, by the network that a command came from.
public struct AttemptLimit: Sendable {
    /// The verdict on a log-in from a network that is new to the account.
    public enum Verdict: Sendable {
        case admitted
        /// There were too many attempts from all networks together.
        case refused
        /// The same, for the first time in a while: the account's owner should be notified.
        case refusedFirst
    }

    /// The network that the command came from: an IPv4 address, or an IPv6 network of 48 bits.
    public let network: UInt64
    private let take: @Sendable (User.ID) -> Bool
    private let giveBack: @Sendable (User.ID) -> Void
    private let takeOfAll: @Sendable (User.ID) -> Verdict
    private let giveBackOfAll: @Sendable (User.ID) -> Void

    /// - Parameters:
    ///   - network: the network that the command came from.
    ///   - take: counts an attempt at a user's account from this network; returns false if there
    ///     were too many.
    ///   - giveBack: takes such an attempt out of the count.
    ///   - takeOfAll: counts an attempt at an account among those from all networks.
    ///   - giveBackOfAll: takes such an attempt out of that count.
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

    /// No limit.
    public static let none = AttemptLimit { _ in true }

    /// Counts an attempt at a user's account.
    ///
    /// - Returns: false if there were too many.
    public func callAsFunction(_ user: User.ID) -> Bool { take(user) }

    /// Counts an attempt among those from all networks. For a network from which there was no
    /// log-in to the account before.
    public func ofAll(_ user: User.ID) -> Verdict { takeOfAll(user) }

    /// Takes the attempt out of the count of all networks: its owner made it.
    public func forgiveOfAll(_ user: User.ID) { giveBackOfAll(user) }

    /// Takes the last attempt out of the count: its owner made it.
    public func forgive(_ user: User.ID) { giveBack(user) }
}
