public import SwiftProtobuf
public import Wire

/// A command's case in the schema.
public typealias CommandCase<Command> = (Command) -> ClientMessage.OneOf_Command
/// A reply's case in the schema.
public typealias ReplyCase<Reply> = @Sendable (Reply) -> ServerMessage.OneOf_Body

extension Catalog {
    /// Adds a command of a signed-in user that changes something: one transaction on the writer.
    ///
    /// For changes that are safe to repeat and need no `cid`; ``writeOnce`` is for the others.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - endsSession: whether the command ends the connection's session.
    ///   - takesBack: whether a command takes something back from others; nil: none does.
    ///   - price: how many tokens of the rate a command takes; nil: one.
    public mutating func write<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>,
        rate: Rate? = nil, endsSession: Bool = false,
        takesBack: (@Sendable (Command) -> TakingBack)? = nil,
        price: (@Sendable (Command) -> Price)? = nil,
        _ run: @escaping @Sendable (Command, Caller, Transaction) throws(Refusal) -> Reply
    ) {
        add(
            command, Self.name(of: reply), .write, .user,
            changing: { ($0.rate, $0.endsSession) = (rate, endsSession) }, takesBack: takesBack,
            price: price
        ) { command, caller in
            guard let caller else { return .refused(.notSignedIn) }
            let work: @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (transaction) throws(Refusal) in
                reply(try run(command, caller, transaction))
            }
            return .write(work)
        }
    }

    /// Adds a command of a signed-in user that only reads.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - next: where the next page of a paged answer is.
    public mutating func read<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate? = nil,
        next: RouteAnswer.Next? = nil,
        _ run: @escaping @Sendable (Command, Caller, Snapshot) throws(Refusal) -> Reply
    ) {
        add(
            command, Self.name(of: reply), .read, .user,
            changing: { ($0.rate, $0.next) = (rate, next) }
        ) { command, caller in
            guard let caller else { return .refused(.notSignedIn) }
            let work: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (snapshot) throws(Refusal) in
                reply(try run(command, caller, snapshot))
            }
            return .read(work)
        }
    }

    /// Adds a command that only reads, also for visitors. It contains a secret that opens what is
    /// read, so over HTTP it is a POST.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used from one address, signed in or not.
    ///   - run: its caller is nil for a visitor.
    public mutating func readForAnyone<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate,
        _ run: @escaping @Sendable (Command, Caller?, Snapshot) throws(Refusal) -> Reply
    ) {
        precondition(rate.isOfVisitors, "\(rate.name) does not count visitors")
        add(
            command, Self.name(of: reply), .read, .anyone, changing: { $0.rate = rate }
        ) { command, caller in
            let work: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (snapshot) throws(Refusal) in
                reply(try run(command, caller, snapshot))
            }
            return .read(work)
        }
    }

    /// Adds a command of a signed-in user that reads from the data and from elsewhere. `begin` runs
    /// on a worker, and returns what else has to be asked.
    ///
    /// - Parameter rate: limits how often it may be used.
    public mutating func look<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate,
        _ begin:
            @escaping @Sendable (Command, Caller, any Store) throws(Refusal) ->
            Inquiry<Snapshot, Reply>
    ) {
        add(
            command, Self.name(of: reply), .look, .user, changing: { $0.rate = rate }
        ) { command, caller in
            guard let caller else { return .refused(.notSignedIn) }
            let work: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
                (store, _) throws(Refusal) in
                let inquiry = try begin(command, caller, store)
                return inquiry.work {
                    .read($0)
                } answer: {
                    reply($0)
                }
            }
            return .prepare(work)
        }
    }

    /// Adds the command that signs a connection in.
    ///
    /// - Parameter bearing: puts the token that the connection presented into the command, unless
    ///   the command has one.
    public mutating func open<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>,
        bearing: @escaping @Sendable (inout Command, _ token: String) -> Void = { _, _ in },
        _ run: @escaping @Sendable (Command, Snapshot) throws(Refusal) -> Reply
    ) {
        add(command, Self.name(of: reply), .open, .anyone, bearing: bearing) { command, caller in
            guard caller == nil else { return .refused(.alreadySignedIn) }
            let work: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (snapshot) throws(Refusal) in
                reply(try run(command, snapshot))
            }
            return .read(work)
        }
    }

    /// Adds a command of a signed-in user that affects connected users only and is never stored.
    ///
    /// The answer is always `done`, so that it reveals nothing about others.
    ///
    /// - Parameter takesBack: whether a command takes something back from others; nil: none does.
    public mutating func live<Command: Normalizable>(
        _ command: CommandCase<Command>,
        takesBack: (@Sendable (Command) -> TakingBack)? = nil,
        _ deed: @escaping @Sendable (Command, Caller) throws(Refusal) -> LiveDeed
    ) {
        add(command, "done", .live, .user, takesBack: takesBack) { command, caller in
            guard let caller else { return .refused(.notSignedIn) }
            do throws(Refusal) {
                return .live(try deed(command, caller))
            } catch {
                return .refused(error)
            }
        }
    }

    /// Adds a command that needs no session and takes long: `prepare` runs on a worker, and what
    /// it returns runs in a transaction.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - account: the account that the command names, for that limit.
    ///   - awaiting: what the command needs from another server first; nil: nothing.
    public mutating func prepareForAnyone<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate? = nil,
        account: (@Sendable (Command) -> String)? = nil,
        awaiting: @escaping @Sendable (Command) -> Awaited? = { _ in nil },
        _ prepare:
            @escaping @Sendable (Command, any Store, AttemptLimit) throws(Refusal)
            -> Inquiry<Transaction, Reply>
    ) {
        add(
            command, Self.name(of: reply), .prepare, .anyone, changing: { $0.rate = rate },
            account: account
        ) { command, _ in
            Self.prepared(reply, after: { awaiting(command) }) {
                (store, admits) throws(Refusal) in try prepare(command, store, admits)
            }
        }
    }

    /// Adds a command of a signed-in user that takes long: `prepare` runs on a worker, and what it
    /// returns runs in a transaction.
    ///
    /// Without a `cid`: such a command needs a proof each time, and contains all that it sets.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - endsSession: whether the command ends the connection's session.
    ///   - awaiting: what the command needs from another server first; nil: nothing.
    public mutating func prepare<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate,
        endsSession: Bool = false,
        awaiting: @escaping @Sendable (Command) -> Awaited? = { _ in nil },
        _ prepare:
            @escaping @Sendable (Command, Caller, any Store, AttemptLimit) throws(Refusal)
            -> Inquiry<Transaction, Reply>
    ) {
        let change = { (entry: inout CatalogEntry.Declaration) in
            (entry.rate, entry.endsSession) = (rate, endsSession)
        }
        add(
            command, Self.name(of: reply), .prepare, .user, changing: change
        ) { command, caller in
            guard let caller else { return .refused(.notSignedIn) }
            return Self.prepared(reply, after: { awaiting(command) }) {
                (store, admits) throws(Refusal) in try prepare(command, caller, store, admits)
            }
        }
    }

    /// Work that starts on a worker, and ends in a transaction.
    ///
    /// - Parameter awaited: called on the worker; returns what has to come first.
    private static func prepared<Reply>(
        _ reply: @escaping ReplyCase<Reply>, after awaited: @escaping @Sendable () -> Awaited?,
        _ prepare:
            @escaping @Sendable (any Store, AttemptLimit) throws(Refusal) -> Inquiry<
                Transaction, Reply
            >
    ) -> Work {
        let finish: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
            (store, admits) throws(Refusal) in
            try prepare(store, admits).work {
                .write($0)
            } answer: {
                reply($0)
            }
        }
        let work: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
            (store, admits) throws(Refusal) in
            guard let awaited = awaited() else { return try finish(store, admits) }
            let next: @Sendable (any Store) throws(Refusal) -> Work = {
                (store) throws(Refusal) in try finish(store, admits)
            }
            return .wait(awaited, then: next)
        }
        return .prepare(work)
    }

    private mutating func add<Command: Normalizable>(
        _ command: CommandCase<Command>, _ reply: String, _ verb: CatalogEntry.Verb,
        _ access: Access, changing change: (inout CatalogEntry.Declaration) -> Void = { _ in },
        takesBack: (@Sendable (Command) -> TakingBack)? = nil,
        price: (@Sendable (Command) -> Price)? = nil,
        account: (@Sendable (Command) -> String)? = nil,
        bearing: (@Sendable (inout Command, _ token: String) -> Void)? = nil,
        _ work: @escaping @Sendable (Command, Caller?) -> Work
    ) {
        let (name, field) = Self.identity(of: command(Command()))
        let message = CatalogEntry.MessageForm(field: field, type: Command.self, reply: reply)
        var entry = CatalogEntry.Declaration(
            name: name, verb: verb, access: access, message: message
        ) {
            (input, caller, token) throws(DecodingFailure) in
            var command = try input.message(Command.self, named: name)
            if let token, let bearing { bearing(&command, token) }
            return DecodedCommand(
                work(command, caller), takesBack: takesBack?(command) ?? .no,
                price: price?(command), account: account?(command))
        }
        entry.mayTakeBack = takesBack != nil
        entry.isLimitedByContent = takesBack != nil || price != nil || account != nil
        change(&entry)
        add(entry, message)
    }

    /// A reply's name on the wire.
    private static func name<Reply: Message>(of reply: ReplyCase<Reply>) -> String {
        ServerMessage(reply(Reply())).bodyName
    }

    /// A case's name and number, read from its encodings.
    static func identity(
        of command: ClientMessage.OneOf_Command
    ) -> (name: String, field: Int) {
        var message = ClientMessage()
        message.id = 1
        message.command = command
        let (binary, json) = (message.builtBytes(.binary), message.builtBytes(.json))
        let field = binary.withUnsafeBytes { bytes in
            (try? CommandEnvelope(opening: bytes, format: .binary))?.name
        }
        let name = json.withUnsafeBytes { bytes in
            (try? CommandEnvelope(opening: bytes, format: .json))?.name
        }
        guard case .binary(let number) = field, case .json(let text) = name else {
            preconditionFailure("not a command: \(command)")
        }
        return (text, number)
    }
}

extension Refusal {
    /// The command needs a session.
    public static let notSignedIn = Refusal(
        .notSignedIn, "sign in first: send sessionOpen with a token")
    /// The connection has a session, or is about to.
    public static let alreadySignedIn = Refusal(.alreadySignedIn, "log out first")
}
