/// What outlives the hub: who was seen when, and which tokens are in use.
public protocol Attendance: Sendable {
    /// Notes who came and who went; whose account is gone, is nobody.
    func note(_ changes: [PresenceChange], in transaction: Transaction) throws(Refusal)

    /// Who was online when the daemon ended has had the time to come back.
    func giveUpAbsent(in transaction: Transaction) throws(Refusal)

    /// Notes what was told of the use of tokens.
    func note(_ uses: [TokenUse], in transaction: Transaction) throws(Refusal)
}

/// A user came, or went.
public struct PresenceChange: Equatable, Sendable {
    /// Who.
    public let user: User.ID
    /// Which of the two.
    public let isOnline: Bool
    /// When: for who went, when that user was last seen.
    public let at: Moment

    /// - Parameters: as the properties.
    public init(user: User.ID, isOnline: Bool, at: Moment) {
        self.user = user
        self.isOnline = isOnline
        self.at = at
    }
}
