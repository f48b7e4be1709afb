import Synchronization
public import Wire

/// A piece of work on the data, and where its result goes.
///
/// A client's command is answered: its reply goes to the connection that sent it, and is encoded
/// there. Everything else has a value of its own type, which goes to whoever wants it.
public enum Job<State: Snapshot>: Sendable {
    /// A client's command.
    public typealias Command = @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body
    /// Other work: gives what brings its value to whoever wants it; nil: nobody does.
    public typealias Errand = @Sendable (State) throws(Refusal) -> Reply.Tell?

    /// A command, for whoever sent it.
    case command(Command, replyTo: Origin)
    /// Other work, and who is told that it was refused; nil: nobody is.
    case errand(Errand, refused: (@Sendable (Refusal) -> Void)?)

    /// Work whose value somebody in the daemon wants: an administrator, a courier, a loop.
    ///
    /// - Parameter take: is told the value once it is certain, or why there is none.
    public init<Value: Sendable>(
        _ run: @escaping @Sendable (State) throws(Refusal) -> Value,
        then take: @escaping @Sendable (Result<Value, Refusal>) -> Void
    ) {
        let errand: Errand = { (state) throws(Refusal) in
            let value = try run(state)
            return { take(.success(value)) }
        }
        self = .errand(errand, refused: { take(.failure($0)) })
    }

    /// Work that nobody waits for.
    public init(_ run: @escaping @Sendable (State) throws(Refusal) -> Void) {
        let errand: Errand = { (state) throws(Refusal) in
            try run(state)
            return nil
        }
        self = .errand(errand, refused: nil)
    }

    /// Who has sent the command; nil for the daemon's own work.
    public var origin: Origin? {
        if case .command(_, let origin) = self { origin } else { nil }
    }

    /// Does it.
    public func run(on state: State) throws(Refusal) -> Reply {
        switch self {
        case .command(let run, let origin): .answer(.success(try run(state)), to: origin)
        case .errand(let run, _): .value(tell: try run(state), refusal: nil)
        }
    }

    /// What comes of it when it was not done, or was undone.
    public func refused(_ refusal: Refusal) -> Reply {
        switch self {
        case .command(_, let origin): return .answer(.failure(refusal), to: origin)
        case .errand(_, let refused):
            guard let refused else { return .value(tell: nil, refusal: refusal) }
            return .value(tell: { refused(refusal) }, refusal: refusal)
        }
    }
}

/// Work for the writer: one transaction.
public typealias WriteJob = Job<Transaction>

/// Work for a reader: a look at one state.
public struct ReadJob: Sendable {
    /// In whose line a read waits: it takes turns with the reads of others.
    public enum Owner: Hashable, Sendable {
        /// The daemon itself.
        case daemon
        /// Somebody who is signed in, on whatever devices.
        case user(User.ID)
        /// Somebody who is not.
        case connection(UInt64, loop: Int)
    }

    /// Encodes the answer to a command, on the reader's thread.
    public typealias Encoder = @Sendable (ServerMessage.OneOf_Body) -> EncodedAnswer

    /// What is looked at, and for whom.
    public let job: Job<Snapshot>
    /// In whose line it waits.
    public let owner: Owner
    /// Whether its value is told behind the results of all commits that it may have seen. That of
    /// a look with signals, which are the hub's, always is.
    public let isOrdered: Bool
    /// Of a client's command; nil for other work.
    public let encoder: Encoder?

    /// - Parameters: as the properties.
    public init(
        _ job: Job<Snapshot>, owner: Owner = .daemon, isOrdered: Bool = false,
        encoder: Encoder? = nil
    ) {
        (self.job, self.owner, self.isOrdered) = (job, owner, isOrdered)
        self.encoder = encoder
    }

    /// A look whose value somebody in the daemon wants.
    ///
    /// - Parameters:
    ///   - isOrdered: as the property.
    ///   - take: is told the value by the reader, or why there is none.
    public init<Value: Sendable>(
        owner: Owner = .daemon, isOrdered: Bool = false,
        _ run: @escaping @Sendable (Snapshot) throws(Refusal) -> Value,
        then take: @escaping @Sendable (Result<Value, Refusal>) -> Void
    ) {
        self.init(Job(run, then: take), owner: owner, isOrdered: isOrdered)
    }

    /// Who has sent the command; nil for the daemon's own look.
    public var origin: Origin? { job.origin }
}

extension ReadJob.Owner {
    /// Who has sent a command.
    ///
    /// - Parameter caller: whom the connection speaks for; nil: nobody yet.
    public init(_ caller: Caller?, at origin: Origin) {
        self =
            caller.map { .user($0.user) } ?? .connection(origin.connection, loop: origin.loop)
    }
}

/// A question to something outside that takes its time, and what is made of the answer: no thread
/// waits for it.
public struct Inquiry<State: Snapshot, Reply>: Sendable {
    private let awaited: Awaited?
    private let run: @Sendable (State) throws(Refusal) -> Reply

    /// Nothing has to be asked after all.
    ///
    /// - Parameter run: what is made of the data.
    public init(_ run: @escaping @Sendable (State) throws(Refusal) -> Reply) {
        (awaited, self.run) = (nil, run)
    }

    /// - Parameters:
    ///   - ask: asks, and has the answer told once, on any thread.
    ///   - run: what is made of it and of the data. A refusal of who was asked ends the command.
    public init<Value: Sendable>(
        asking ask:
            @escaping @Sendable (_ tell: @escaping @Sendable (Result<Value, Refusal>) -> Void) ->
            Void,
        then run: @escaping @Sendable (Value, State) throws(Refusal) -> Reply
    ) {
        let answer = Answer<Value>()
        awaited = { resume in
            ask { result in
                answer.value.withLock { $0 = result }
                resume()
            }
        }
        self.run = { (state) throws(Refusal) in
            guard let result = answer.value.withLock({ $0 }) else { throw .fault }
            return try run(try result.get(), state)
        }
    }

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, Refusal>?>(nil)
    }

    /// The same as a command's work.
    ///
    /// - Parameters:
    ///   - end: where what comes last is done.
    ///   - answer: the reply on the wire.
    func work(
        _ end:
            @escaping @Sendable (
                @escaping @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body
            ) -> Work,
        answer: @escaping @Sendable (Reply) -> ServerMessage.OneOf_Body
    ) -> Work {
        let run = run
        let last: @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body = {
            (state) throws(Refusal) in answer(try run(state))
        }
        guard let awaited else { return end(last) }
        return .wait(awaited) { (_) throws(Refusal) in end(last) }
    }
}

/// Something done in the hub's memory alone: sent to connected users, and never stored.
public enum LiveDeed: Equatable, Sendable {
    /// The caller writes to a friend, or stops writing.
    ///
    /// - Parameters:
    ///   - to: the other's username; there may be no such user.
    ///   - room: the room's name on the wire.
    case typing(to: String, room: String, isOn: Bool)
    /// The caller's connection has something open from now on, or no longer.
    case open(Topic, Bool)
}
