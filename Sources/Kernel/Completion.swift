public import HTTPTypes
public import Wire

/// What a job came to, on its way to whoever wants it.
public enum Reply: Sendable {
    /// Brings a value to whoever wants it.
    public typealias Tell = @Sendable () -> Void

    /// The answer to a command, for the client that sent it.
    case answer(Result<ServerMessage.OneOf_Body, Refusal>, to: Origin)
    /// A value of other work, which `tell` brings where it is wanted; nil: nobody waits for it.
    case value(tell: Tell?, refusal: Refusal?)

    /// Nobody is to be told anything.
    public static let nothing = Reply.value(tell: nil, refusal: nil)

    /// Why it was refused, if it was.
    public var refusal: Refusal? {
        switch self {
        case .answer(.failure(let refusal), _): refusal
        case .answer(.success, _): nil
        case .value(_, let refusal): refusal
        }
    }

    /// Brings the value to whoever wants it; an answer goes its own way.
    public func tell() {
        if case .value(let tell?, _) = self { tell() }
    }
}

/// A successful answer as it leaves: encoded by the reader, since a long one would delay others on
/// a loop.
public struct EncodedAnswer: Sendable {
    /// A message for a socket, or the body of a response.
    public let bytes: [UInt8]
    /// The head of a response; nil for a socket.
    public let head: HTTPResponse?

    /// - Parameters: as the properties.
    public init(_ bytes: [UInt8], head: HTTPResponse? = nil) {
        (self.bytes, self.head) = (bytes, head)
    }
}

/// What became of a job.
public struct Completion: Sendable {
    /// What it came to, and for whom.
    public let reply: Reply
    /// Events that are durable now, in order.
    public let deliveries: [Delivery]
    /// What the hub has to know.
    public let signals: [Signal]
    /// What happened to accounts, for the event log.
    public let records: [AccountRecord]
    /// The number of its transaction among those of several nodes; nil: nobody has to know. Of two
    /// transactions the one that could see the other's work has the larger number. 0: it is not
    /// known, and counts as the oldest.
    public package(set) var transaction: Int64?
    /// The answer as it leaves, if the reader has encoded it.
    public var encoded: EncodedAnswer?
    /// What went wrong in the store, for the event log.
    public let fault: StoreError?

    /// The outcome of one job; without deliveries and records when it was refused, and without
    /// signals but those of a look that outlive it.
    public init(
        _ reply: Reply, deliveries: [Delivery] = [], signals: [Signal] = [],
        records: [AccountRecord] = [], transaction: Int64? = nil, fault: StoreError? = nil
    ) {
        self.transaction = transaction
        self.records = records
        self.reply = reply
        self.deliveries = deliveries
        self.signals = signals
        self.fault = fault
    }

    /// Who has sent the command; nil for the daemon's own work.
    public var origin: Origin? {
        if case .answer(_, let origin) = reply { origin } else { nil }
    }
}

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
