import Synchronization
public import Wire

/// A piece of work on the data, and where its result goes.
///
/// The reply to a client's command goes to the connection that sent it, and is encoded there. Other
/// work has a value of its own type, which goes to a completion handler.
public enum Job<State: Snapshot>: Sendable {
    /// A client's command.
    public typealias Command = @Sendable (State) throws(Refusal) -> ServerMessage.OneOf_Body
    /// Other work. It returns the completion handler, which has the value; nil: there is none.
    public typealias Errand = @Sendable (State) throws(Refusal) -> Completion.Handler?

    /// A command, and where its reply goes.
    case command(Command, replyTo: Origin)
    /// Other work, and the handler of its refusal; nil: nothing handles it.
    case errand(Errand, refused: (@Sendable (Refusal) -> Void)?)

    /// Work for a part of the daemon that needs the value: an administrator's order, a courier, a
    /// loop.
    ///
    /// - Parameter take: receives the value once it is certain, or the refusal.
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

    /// Work whose outcome nothing depends on.
    public init(_ run: @escaping @Sendable (State) throws(Refusal) -> Void) {
        let errand: Errand = { (state) throws(Refusal) in
            try run(state)
            return nil
        }
        self = .errand(errand, refused: nil)
    }

    /// The sender of the command; nil for the daemon's own work.
    public var origin: Origin? {
        if case .command(_, let origin) = self { origin } else { nil }
    }

    /// Runs the work.
    ///
    /// - Returns: the outcome, still without effects.
    public func run(on state: State) throws(Refusal) -> Completion {
        switch self {
        case .command(let run, let origin):
            Completion(Answer(.success(try run(state)), to: origin))
        case .errand(let run, _): Completion(calling: try run(state))
        }
    }

    /// The outcome when the work was refused, or rolled back.
    public func refused(_ refusal: Refusal) -> Completion {
        switch self {
        case .command(_, let origin): return Completion(Answer(.failure(refusal), to: origin))
        case .errand(_, let refused):
            guard let refused else { return Completion(calling: nil, refusal: refusal) }
            return Completion(calling: { refused(refusal) }, refusal: refusal)
        }
    }
}

/// Work for the writer: one transaction.
public typealias WriteJob = Job<Transaction>

/// Work for a reader: it reads one state of the data.
public struct ReadJob: Sendable {
    /// The owner of the queue in which a read waits. The queues of all owners take turns.
    public enum Owner: Hashable, Sendable {
        /// The daemon itself.
        case daemon
        /// A signed-in user, on any device.
        case user(User.ID)
        /// A visitor: a connection without a session.
        case connection(UInt64, loop: Int)
    }

    /// Encodes the answer to a command, on the reader's thread.
    public typealias Encoder = @Sendable (ServerMessage.OneOf_Body) -> EncodedAnswer

    /// The work, and where its result goes.
    public let job: Job<Snapshot>
    /// The owner of the queue in which it waits.
    public let owner: Owner
    /// Whether its value is passed on only after the results of all commits that it may have seen.
    /// A read with signals, which go to the hub, is always ordered.
    public let isOrdered: Bool
    /// Encodes the answer to a client's command; nil for other work.
    public let encoder: Encoder?

    /// - Parameters: as the properties.
    public init(
        _ job: Job<Snapshot>, owner: Owner = .daemon, isOrdered: Bool = false,
        encoder: Encoder? = nil
    ) {
        (self.job, self.owner, self.isOrdered) = (job, owner, isOrdered)
        self.encoder = encoder
    }

    /// A read for a part of the daemon that needs the value.
    ///
    /// - Parameters:
    ///   - isOrdered: as the property.
    ///   - take: receives the value or the refusal, on the reader's thread.
    public init<Value: Sendable>(
        owner: Owner = .daemon, isOrdered: Bool = false,
        _ run: @escaping @Sendable (Snapshot) throws(Refusal) -> Value,
        then take: @escaping @Sendable (Result<Value, Refusal>) -> Void
    ) {
        self.init(Job(run, then: take), owner: owner, isOrdered: isOrdered)
    }

    /// The sender of the command; nil for the daemon's own read.
    public var origin: Origin? { job.origin }
}

extension ReadJob.Owner {
    /// The owner of the reads of a connection.
    ///
    /// - Parameter caller: the connection's user; nil: it has no session yet.
    public init(_ caller: Caller?, at origin: Origin) {
        self =
            caller.map { .user($0.user) } ?? .connection(origin.connection, loop: origin.loop)
    }
}

/// A question to a slow service outside the server, and the work on its answer. No thread waits for
/// the answer.
public struct Inquiry<State: Snapshot, Reply>: Sendable {
    private let awaited: Awaited?
    private let run: @Sendable (State) throws(Refusal) -> Reply

    /// An inquiry that turns out to need no question.
    ///
    /// - Parameter run: makes the reply from the data.
    public init(_ run: @escaping @Sendable (State) throws(Refusal) -> Reply) {
        (awaited, self.run) = (nil, run)
    }

    /// - Parameters:
    ///   - ask: asks, and calls back once with the answer, on any thread.
    ///   - run: makes the reply from the answer and the data. A refusal by the service ends the
    ///     command.
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

    /// Converts the inquiry to the work of a command.
    ///
    /// - Parameters:
    ///   - end: makes the work that runs the last step, on the writer or on a reader.
    ///   - answer: puts the reply into its message on the wire.
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

/// A command that only changes the hub's memory. Connected users see its effect; nothing is stored.
public enum LiveDeed: Equatable, Sendable {
    /// The caller starts or stops typing to a friend.
    ///
    /// - Parameters:
    ///   - to: the friend's username; there may be no such user.
    ///   - room: the room's name on the wire.
    case typing(to: String, room: String, isOn: Bool)
    /// The caller starts or stops typing in a group.
    ///
    /// - Parameter room: its room on the wire; there may be no such group.
    case typingInGroup(room: String, isOn: Bool)
    /// The caller's connection opens or closes a topic.
    case open(Topic, Bool)
}
