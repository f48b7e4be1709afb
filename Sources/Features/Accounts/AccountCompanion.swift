public import Kernel
public import Wire

/// What another feature adds to an account: something that begins with it, and that a log-in shows.
public struct AccountCompanion: Sendable {
    /// Does its part of a registration, in the transaction that makes the account.
    public typealias Beginning =
        @Sendable (AccountRegister, Caller, Transaction) throws(Refusal) -> Void
    /// Fills in its part of what a log-in answers.
    public typealias Showing =
        @Sendable (User.ID, Snapshot, inout AccountOpened) throws(Refusal) -> Void

    let begin: Beginning
    let show: Showing

    /// - Parameters: as the types say.
    public init(begin: @escaping Beginning, show: @escaping Showing) {
        (self.begin, self.show) = (begin, show)
    }

    /// Of a server without that feature: a registration that asks for it is refused.
    public static let none = AccountCompanion(
        begin: { (command, _, _) throws(Refusal) in
            guard !command.hasSpeaker else {
                throw Refusal(
                    .invalidField, field: "speaker", "this server has no language partners")
            }
        }, show: { (_, _, _) throws(Refusal) in })
}
