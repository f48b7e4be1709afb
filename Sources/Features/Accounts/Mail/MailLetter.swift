public import Kernel
import Wire

/// Mail to one user that waits to leave, or is about to.
///
/// Its row is written in the same transaction as the change that it reports, so that neither is
/// lost without the other; its text is written when it leaves.
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

    /// A letter about a change of the ways into an account.
    static let changedTopic = "changed"

    /// Mails a change to the owner's confirmed address, if there is one.
    ///
    /// After many in an hour, only the devices receive the rest.
    static func tell(
        _ change: AccountChanged, to user: User.ID, in transaction: Transaction
    ) throws(Refusal) {
        guard let address = try transaction.first(.verifiedAddress(of: user)) else { return }
        try tell(change, to: user, at: address, in: transaction)
    }

    /// The same to an address that may no longer be the account's.
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
