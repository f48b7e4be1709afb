public import Accounts
public import Kernel

/// Who was seen when, and which tokens are in use, in the store.
public struct StoredAttendance: Attendance {
    private let tokens: TokenTerms

    /// - Parameter tokens: how long they are good.
    public init(tokens: TokenTerms) { self.tokens = tokens }

    /// Notes who came and who went.
    public func note(
        _ changes: [PresenceChange], in transaction: Transaction
    ) throws(Refusal) {
        try LastSeen.store(changes, in: transaction)
    }

    /// Gives up who has not come back after a start.
    public func giveUpAbsent(in transaction: Transaction) throws(Refusal) {
        try LastSeen.giveUpAbsent(in: transaction)
    }

    /// Notes what was told of the use of tokens.
    public func note(_ uses: [TokenUse], in transaction: Transaction) throws(Refusal) {
        try AccountsFeature.note(uses, tokens, in: transaction)
    }
}
