public import HTTPTypes
public import Wire

/// The answer to a command, on its way to the connection that sent it. It is encoded there, once,
/// unless a reader has encoded it.
public struct Answer: Sendable {
    /// The command, and where its answer goes.
    public let origin: Origin
    /// The reply, or the refusal.
    public let result: Result<ServerMessage.OneOf_Body, Refusal>
    /// As it leaves; nil: it is not encoded yet.
    public var encoded: EncodedAnswer?

    /// - Parameters: as the properties.
    public init(_ result: Result<ServerMessage.OneOf_Body, Refusal>, to origin: Origin) {
        (self.result, self.origin) = (result, origin)
    }

    /// The reply, or the error, as a message.
    public var body: ServerMessage.OneOf_Body {
        switch result {
        case .success(let body): body
        case .failure(let refusal): .error(refusal.error(in: origin.name))
        }
    }

    /// Its bytes on a socket; nil for an HTTP request, whose answer is framed otherwise.
    public var bytes: [UInt8]? {
        guard case .socket(let command, let format) = origin.replyTo else { return nil }
        return encoded?.bytes ?? ServerMessage(id: command, body).answerBytes(format)
    }

    /// Whether it contains a secret that opens the account. Compressed together with text that an
    /// attacker chose, its size would reveal the secret.
    ///
    /// - Source: RFC 7692 §8; the attack is known as CRIME.
    public var isSecret: Bool {
        switch result {
        case .success(.account), .success(.secondFactorSecret), .success(.recoveryCodes): true
        default: false
        }
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
    /// Passes the value of other work than a command to the part that asked for it.
    public typealias Handler = @Sendable () -> Void

    /// The answer to a client's command; nil for other work.
    public var answer: Answer?
    private let handler: Handler?
    /// Why the work was refused, if it was.
    public let refusal: Refusal?
    /// Events that are durable now, in order.
    public package(set) var deliveries: [Delivery] = []
    /// What the hub has to know. Of a refused job, the signals of a read that outlive a refusal.
    public package(set) var signals: [Signal] = []
    /// What happened to accounts, for the event log.
    public package(set) var records: [AccountRecord] = []
    /// What users did, for the metrics and the event log.
    public package(set) var usage: [UsageRecord] = []
    /// The number of its transaction among those of several nodes; nil: it does not matter. Of two
    /// transactions, the one that could see the other's work has the larger number. 0: the number
    /// is unknown, and counts as the oldest.
    public package(set) var transaction: Int64?
    /// What went wrong in the store, for the event log.
    public package(set) var fault: StoreError?

    /// The outcome of a command, or of other work whose value no part waits for.
    ///
    /// - Parameters: as the properties.
    public init(
        _ answer: Answer? = nil, deliveries: [Delivery] = [], signals: [Signal] = [],
        fault: StoreError? = nil
    ) {
        (self.answer, handler) = (answer, nil)
        refusal = if case .failure(let refusal)? = answer?.result { refusal } else { nil }
        (self.deliveries, self.signals, self.fault) = (deliveries, signals, fault)
    }

    /// The outcome of other work.
    ///
    /// - Parameter handler: has the value or the refusal; nil: no part waits for it.
    public init(calling handler: Handler?, refusal: Refusal? = nil) {
        (answer, self.handler, self.refusal) = (nil, handler, refusal)
    }

    /// The sender of the command; nil for the daemon's own work.
    public var origin: Origin? { answer?.origin }

    /// Calls the completion handler of other work. Answers to commands take a path of their own.
    public func callHandler() { handler?() }
}

/// What happened to an account, for the event log. It travels with the outcome of the command.
public struct AccountRecord: Equatable, Sendable {
    /// What happened.
    public enum Kind: Equatable, Sendable {
        /// The account was created.
        case registered
        /// The user logged in, by a password, an outside identity or a passkey.
        case loggedIn
        /// The user set another password, after a proof of identity.
        case passwordChanged
        /// A password was set with a mailed code.
        case passwordRecovered
        /// The user set another e-mail address, after a proof of identity.
        case emailChanged
        /// The user proved that mail arrives at the address.
        case emailVerified
        /// Log-ins need a second factor from now on; or no longer.
        case secondFactor(isSet: Bool)
        /// An outside identity opens the account from now on; or no longer.
        case identity(isLinked: Bool)
        /// A passkey opens the account from now on; or no longer.
        case passkey(isAdded: Bool)
        /// A passkey did not count up: there may be a copy of it.
        case passkeyCopied
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
