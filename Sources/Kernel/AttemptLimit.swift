/// How often somebody may try to get into an account, from where a command came.
public struct AttemptLimit: Sendable {
    private let take: @Sendable (User.ID) -> Bool
    private let giveBack: @Sendable (User.ID) -> Void

    /// - Parameters:
    ///   - take: counts an attempt at a user's account; false: there were too many.
    ///   - giveBack: an attempt that was counted counts no more.
    public init(
        _ take: @escaping @Sendable (User.ID) -> Bool,
        giveBack: @escaping @Sendable (User.ID) -> Void = { _ in }
    ) {
        (self.take, self.giveBack) = (take, giveBack)
    }

    /// As often as one likes.
    public static let none = AttemptLimit { _ in true }

    /// Counts an attempt at a user's account.
    ///
    /// - Returns: false when there were too many.
    public func callAsFunction(_ user: User.ID) -> Bool { take(user) }

    /// The attempt that was counted last was its owner's, and counts no more.
    public func forgive(_ user: User.ID) { giveBack(user) }
}
