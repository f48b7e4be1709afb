/// What happened to an account, for the event log. It travels with the outcome of the command.
public struct AccountRecord: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// The account was made.
        case registered
        /// The user logged in, by a password or an outside identity.
        case loggedIn
        /// The user, who had proved who that is, set another password.
        case passwordChanged
        /// A password was set with a mailed code.
        case passwordRecovered
        /// The user, who had proved who that is, set another e-mail address.
        case emailChanged
        /// The user proved that mail to the address arrives.
        case emailVerified
        /// From now on log-ins need a code of an authenticator, too; or no longer.
        case secondFactor(isSet: Bool)
        /// From now on an outside identity opens the account; or no longer.
        case identity(isLinked: Bool)
        /// The user ended the account.
        case deleted
        /// Another user reported the account.
        case reported
        /// An administrator decided about it.
        case moderated(Refusal.Cause)
    }

    /// Whose account it is.
    public let user: User.ID
    /// What happened.
    public let kind: Kind

    init(_ kind: Kind, _ user: User.ID) { (self.kind, self.user) = (kind, user) }
}
