public import HTTPTypes
public import Wire

/// The outcome of a job, on its way to the client or to a completion handler.
public enum Reply: Sendable {
    /// Passes a value to its completion handler.
    public typealias Tell = @Sendable () -> Void

    /// The answer to a command, for the client that sent it.
    case answer(Result<ServerMessage.OneOf_Body, Refusal>, to: Origin)
    /// The value of other work. `tell` passes it to the completion handler; nil: there is none.
    case value(tell: Tell?, refusal: Refusal?)

    /// Nothing to report.
    public static let nothing = Reply.value(tell: nil, refusal: nil)

    /// Why it was refused, if it was.
    public var refusal: Refusal? {
        switch self {
        case .answer(.failure(let refusal), _): refusal
        case .answer(.success, _): nil
        case .value(_, let refusal): refusal
        }
    }

    /// Calls the completion handler of other work. Answers to commands take a path of their own.
    public func tell() {
        if case .value(let tell?, _) = self { tell() }
    }
}

/// A successful answer as it leaves. The reader encodes it: a long one would delay other clients of
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

/// The outcome of a job, with its effects.
public struct Completion: Sendable {
    /// The reply, and where it goes.
    public let reply: Reply
    /// Events that are durable now, in order.
    public let deliveries: [Delivery]
    /// What the hub has to know.
    public let signals: [Signal]
    /// What happened to accounts, for the event log.
    public let records: [AccountRecord]
    /// The number of its transaction among those of several nodes; nil: it does not matter. Of two
    /// transactions, the one that could see the other's work has the larger number. 0: the number
    /// is unknown, and counts as the oldest.
    public package(set) var transaction: Int64?
    /// The answer as it leaves, if the reader has encoded it.
    public var encoded: EncodedAnswer?
    /// What went wrong in the store, for the event log.
    public let fault: StoreError?

    /// The outcome of one job. A refused job has no deliveries and no records; of its signals it
    /// keeps those of a read that outlive a refusal.
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

    /// The sender of the command; nil for the daemon's own work.
    public var origin: Origin? {
        if case .answer(_, let origin) = reply { origin } else { nil }
    }
}

/// What happened to an account, for the event log. It travels with the outcome of the command.
public struct AccountRecord: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// The account was created.
        case registered
        /// The user logged in, by a password or an outside identity.
        case loggedIn
        /// The user set another password, after a proof of identity.
        case passwordChanged
        /// A password was set with a mailed code.
        case passwordRecovered
        /// The user set another e-mail address, after a proof of identity.
        case emailChanged
        /// The user proved that mail arrives at the address.
        case emailVerified
        /// Log-ins need a code of an authenticator, too, from now on; or no longer.
        case secondFactor(isSet: Bool)
        /// An outside identity opens the account from now on; or no longer.
        case identity(isLinked: Bool)
        /// The user ended the account.
        case deleted
        /// Another user reported the account.
        case reported
        /// An administrator decided about the account.
        case moderated(Refusal.Cause)
    }

    /// The user whose account it is.
    public let user: User.ID
    /// What happened.
    public let kind: Kind

    init(_ kind: Kind, _ user: User.ID) { (self.kind, self.user) = (kind, user) }
}
