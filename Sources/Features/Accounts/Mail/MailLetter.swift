public import Kernel
import Wire

/// Mail to one person that is to leave, or is about to.
///
/// It is a row that is written in the same transaction as what it tells, so that neither is lost
/// without the other; what it says is written when it leaves.
public struct MailLetter: Sendable {
    /// Which one it is.
    public let id: Identifier<MailLetter>
    /// Where it goes: an address that can stand in a letter's head.
    public let address: String
    /// One line of ASCII.
    public let subject: String
    /// Lines of ASCII, separated by line feeds.
    public let text: String
    /// How often it was tried before.
    public let attemptCount: Int

    /// Tells of a change of the ways into an account.
    static let changedTopic = "changed"

    /// Tells the owner of a change, at the address that they have confirmed, if they have.
    ///
    /// Of many in an hour the rest is told on the devices alone.
    static func tell(
        _ change: AccountChanged, to user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        guard let address = try transaction.first(.verifiedAddress(of: user)) else { return }
        try tell(change, to: user, at: address, in: transaction)
    }

    /// The same at an address that need not be the account's any more.
    static func tell(
        _ change: AccountChanged, to user: User.ID, at address: String,
        in transaction: Transaction
    ) throws(Refusal) {
        guard try StoredCount.notices(of: user).take(in: transaction) == nil else { return }
        try post(
            changedTopic, about: user, to: address, change.builtBytes(.binary), in: transaction)
    }

    @discardableResult
    static func post(
        _ topic: String, about user: User.ID, to address: String, _ body: [UInt8] = [],
        after last: Identifier<MailLetter>? = nil, in transaction: Transaction
    ) throws(Refusal) -> Identifier<MailLetter> {
        let (id, now) = (transaction.makeID(after: last), transaction.now)
        try transaction.run(
            """
            INSERT INTO letter (id, user_id, address, topic, body, made_ms, due_ms, attempts)
            VALUES (\(id), \(user), \(address), \(topic), \(body), \(now), \(now), 0)
            """)
        return id
    }
}
