public import SwiftProtobuf
public import Wire

/// A command's case in the schema.
public typealias CommandCase<Command> = (Command) -> ClientMessage.OneOf_Command
/// A reply's case in the schema.
public typealias ReplyCase<Reply> = @Sendable (Reply) -> ServerMessage.OneOf_Body

extension Catalog {
    /// Adds a command of a signed-in user that changes something: one transaction on the writer.
    ///
    /// For what may be done twice without harm and needs no `cid`; ``writeOnce`` is for the rest.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - endsSession: whether the connection speaks for nobody afterwards.
    ///   - takesBack: whether a command takes something back from others; nil: none does.
    ///   - price: what a command takes of the rate; nil: one token.
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

    /// Adds a command of a signed-in user that only looks.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - next: of what comes in pages: where the next one is.
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

    /// Adds a command of a signed-in user that only looks, but not only into the data: `begin` runs
    /// on a worker and says what else has to be asked.
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
    /// - Parameter bearing: gives the command the token that the connection brought when it came,
    ///   unless it has one.
    public mutating func open<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>,
        bearing: @escaping @Sendable (inout Command, _ token: String) -> Void = { _, _ in },
        _ run: @escaping @Sendable (Command, Snapshot) throws(Refusal) -> Reply
    ) {
        let work: @Sendable (Command) -> Work = { command in
            let work: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (snapshot) throws(Refusal) in
                reply(try run(command, snapshot))
            }
            return .read(work)
        }
        let name = Self.identity(of: command(Command())).name
        let byToken: @Sendable (CommandEnvelope, String) throws(DecodingFailure) -> Work = {
            (envelope, token) throws(DecodingFailure) in
            var command = try envelope.decode(Command.self, named: name)
            bearing(&command, token)
            return work(command)
        }
        add(
            command, Self.name(of: reply), .open, .anyone, changing: { $0.workByToken = byToken }
        ) { command, caller in
            caller == nil ? work(command) : .refused(.alreadySignedIn)
        }
    }

    /// Adds a command of a signed-in user that is told to whoever is connected and never stored.
    ///
    /// It is answered with `done` whatever comes of it: the answer tells nothing of others.
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
    ///   - account: what it calls the account that it is about, for that limit.
    ///   - awaiting: what of another server it needs first; nil: nothing.
    public mutating func prepareForAnyone<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate? = nil,
        account: (@Sendable (Command) -> String)? = nil,
        awaiting: @escaping @Sendable (Command) -> Awaited? = { _ in nil },
        _ prepare:
            @escaping @Sendable (Command, any Store, AttemptLimit) throws(Refusal)
            -> Preparation<Reply>
    ) {
        let name = Self.identity(of: command(Command())).name
        let named: @Sendable (CommandEnvelope) -> String? = { envelope in
            guard let account, let command = try? envelope.decode(Command.self, named: name) else {
                return nil
            }
            return account(command)
        }
        add(
            command, Self.name(of: reply), .prepare, .anyone,
            changing: { ($0.rate, $0.account) = (rate, named) }
        ) { command, _ in
            Self.prepared(reply, after: { awaiting(command) }) {
                (store, admits) throws(Refusal) in try prepare(command, store, admits)
            }
        }
    }

    /// Adds a command of a signed-in user that takes long: `prepare` runs on a worker, and what it
    /// returns runs in a transaction.
    ///
    /// Without a `cid`: such a command asks for a proof each time, and says all it sets.
    ///
    /// - Parameters:
    ///   - rate: limits how often it may be used.
    ///   - endsSession: whether the connection speaks for nobody afterwards.
    ///   - awaiting: what of another server it needs first; nil: nothing.
    public mutating func prepare<Command: Normalizable, Reply: Message>(
        _ command: CommandCase<Command>, reply: @escaping ReplyCase<Reply>, rate: Rate,
        endsSession: Bool = false,
        awaiting: @escaping @Sendable (Command) -> Awaited? = { _ in nil },
        _ prepare:
            @escaping @Sendable (Command, Caller, any Store, AttemptLimit) throws(Refusal)
            -> Preparation<Reply>
    ) {
        let change = { (entry: inout Entry) in
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

    /// Work that begins on a worker, and ends in a transaction.
    ///
    /// - Parameter awaited: asked on the worker for what has to come first.
    private static func prepared<Reply>(
        _ reply: @escaping ReplyCase<Reply>, after awaited: @escaping @Sendable () -> Awaited?,
        _ prepare:
            @escaping @Sendable (any Store, AttemptLimit) throws(Refusal) -> Preparation<Reply>
    ) -> Work {
        let finish: @Sendable (any Store, AttemptLimit) throws(Refusal) -> Work = {
            (store, admits) throws(Refusal) in
            let run = try prepare(store, admits).run
            let rest: @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body = {
                (transaction) throws(Refusal) in
                reply(try run(transaction))
            }
            return .write(rest)
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
        _ command: CommandCase<Command>, _ reply: String, _ verb: Entry.Verb, _ access: Access,
        changing change: (inout Entry) -> Void = { _ in },
        takesBack: (@Sendable (Command) -> TakingBack)? = nil,
        price: (@Sendable (Command) -> Price)? = nil,
        _ work: @escaping @Sendable (Command, Caller?) -> Work
    ) {
        let (name, field) = Self.identity(of: command(Command()))
        let decode: @Sendable (CommandEnvelope, Caller?) throws(DecodingFailure) -> Work = {
            (envelope, caller) throws(DecodingFailure) in
            work(try envelope.decode(Command.self, named: name), caller)
        }
        var entry = Entry(
            name: name, field: field, message: Command.self, verb: verb, access: access,
            reply: reply, work: decode)
        if let takesBack {
            entry.takingBack = { envelope in
                let command = try? envelope.decode(Command.self, named: name)
                return command.map(takesBack) ?? .no
            }
        }
        if let price {
            entry.price = { envelope in
                (try? envelope.decode(Command.self, named: name)).map(price)
            }
        }
        change(&entry)
        add(entry)
    }

    /// What a reply is called on the wire.
    private static func name<Reply: Message>(of reply: ReplyCase<Reply>) -> String {
        ServerMessage(reply(Reply())).bodyName
    }

    /// A case's name and number, read off what it encodes to.
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

/// The rest of a command, once its slow part is done.
public struct Preparation<Reply>: Sendable {
    let run: @Sendable (Transaction) throws(Refusal) -> Reply

    /// What remains to be done in a transaction.
    public init(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Reply) {
        self.run = run
    }
}

extension Refusal {
    /// The command needs a session.
    public static let notSignedIn = Refusal(
        .notSignedIn, "sign in first: send sessionOpen with a token")
    /// The connection has a session, or is about to.
    public static let alreadySignedIn = Refusal(.alreadySignedIn, "log out first")
}
