public import Wire

/// One command of the catalogue.
///
/// A class: every command that arrives is handed its entry. As values with all their members, the
/// entry and the gateway's `SessionContext` together cost a chat 5 % of its processor time.
public final class CatalogEntry: Sendable {
    /// Where a command runs.
    public enum Verb: String, Sendable {
        /// In a transaction on the writer.
        case write
        /// On a snapshot.
        case read
        /// First on a worker, because an outside service has to be asked; then on a snapshot.
        case look
        /// On a snapshot, and the connection speaks for a user afterwards.
        case open
        /// First on a worker, because it takes long; then in a transaction.
        case prepare
        /// In the hub's memory.
        case live
        /// On a snapshot, and its answer is a file.
        case file
    }

    /// Reads a command for `caller` (nil: not signed in). `token` is the one that the connection
    /// presented when it opened; nil: there is none.
    typealias Reader =
        @Sendable (_ input: Input, _ caller: Caller?, _ token: String?) throws(DecodingFailure) ->
        DecodedCommand

    /// The name on the wire, in counts and in the event log.
    public let name: String
    /// Where it runs.
    public let verb: Verb
    /// Who may use it.
    public let access: Access
    /// Its message in the schema; nil: it is an HTTP request only, whose body is no message.
    public let message: MessageForm?
    /// Which workers begin it, for `prepare` and `look`.
    public let workers: WorkerKind
    /// The file that its body is; nil: the body is none.
    public let upload: UploadTerms?
    /// The rate limit that it shares with other commands of its kind; nil: only the limit of all.
    public let rate: Rate?
    /// Whether the command ends the connection's session.
    public let endsSession: Bool
    /// Its place among the counted names.
    public let place: Int
    /// Whether it can take something back from others.
    public let mayTakeBack: Bool
    /// Whether its limits depend on its content, so that it is decoded before they are checked.
    public let isLimitedByContent: Bool
    /// The query of the page behind an answer; nil: that was the last page, or the only one.
    let next: RouteAnswer.Next?
    private let reader: Reader

    init(_ declaration: Declaration, place: Int) {
        (name, verb, access) = (declaration.name, declaration.verb, declaration.access)
        (message, reader) = (declaration.message, declaration.reader)
        (workers, upload) = (declaration.workers, declaration.upload)
        (rate, endsSession) = (declaration.rate, declaration.endsSession)
        (mayTakeBack, next) = (declaration.mayTakeBack, declaration.next)
        (isLimitedByContent, self.place) = (declaration.isLimitedByContent, place)
    }

    /// Whether it changes nothing.
    public var isRead: Bool { verb == .read || verb == .look || verb == .file }
    /// Whether it matters who sends it.
    public var hasCaller: Bool { access == .user || isRead }
    /// Whether its answers come in pages, each with the address of the next one.
    public var hasPages: Bool { next != nil }

    /// Decodes a command.
    ///
    /// - Parameters:
    ///   - caller: the sender; nil: not signed in.
    ///   - token: the token that the connection presented when it opened, for a command that uses
    ///     it.
    /// - Throws: `.invalidField`, naming the field that has the wrong type.
    public func read(
        _ input: Input, for caller: Caller?, bearing token: String? = nil
    ) throws(DecodingFailure) -> DecodedCommand {
        try reader(input, caller, token)
    }
}

extension CatalogEntry {
    /// A command as a feature declares it; the members are those of an entry.
    struct Declaration {
        let name: String
        let verb: Verb
        let access: Access
        var message: MessageForm?
        var workers = WorkerKind.passwords
        var upload: UploadTerms?
        var rate: Rate?
        var endsSession = false
        var next: RouteAnswer.Next?
        var mayTakeBack = false
        var isLimitedByContent = false
        let reader: Reader
    }

    /// Workers that commands wait for. Those that wait for one kind do not delay the other.
    public enum WorkerKind: Sendable {
        /// They hash passwords, and ask other servers.
        case passwords
        /// They decode files.
        case files
    }

    /// A command's message in the schema.
    public struct MessageForm: Sendable {
        /// The number of its field in `ClientMessage`.
        public let field: Int
        /// What its body is decoded as.
        public let type: any Normalizable.Type
        /// The name on the wire of its reply, unless it is refused.
        public let reply: String
    }
}

/// A decoded command.
public struct DecodedCommand: Sendable {
    /// The work to do.
    public let work: Work
    /// Whether it takes something back from others.
    public let takesBack: TakingBack
    /// How many tokens of its rate it takes; nil: one.
    public let price: Price?
    /// The account that a visitor's command names, for that limit; nil: it names none.
    public let account: String?

    init(
        _ work: Work, takesBack: TakingBack = .no, price: Price? = nil, account: String? = nil
    ) {
        (self.work, self.takesBack) = (work, takesBack)
        (self.price, self.account) = (price, account)
    }
}
