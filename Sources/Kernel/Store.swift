public import Wire

/// The port behind which data lies: SQLite on one machine, PostgreSQL beyond it.
///
/// Writes are done in order, and so are the reads of one owner; different owners' reads take turns.
/// Results go to the sink that was given at start, after the commit that made them durable, as many
/// at once as the commit had.
public protocol Store: AnyObject, Sendable {
    /// Runs jobs on the writer, one transaction each; their commits may be grouped.
    func write(_ jobs: [WriteJob])

    /// Runs jobs on the readers, each on the newest committed state.
    func read(_ jobs: [ReadJob])

    /// Reads at once, on the calling thread: for workers that may wait, never for a loop.
    func snapshot<Result>(
        _ body: (Snapshot) throws(Refusal) -> Result
    ) throws(Refusal) -> Result

    /// Finishes what was accepted, then closes. Later writes are dropped, later reads refused.
    func close()
}

/// A command on its way to the writer.
public struct WriteJob: Sendable {
    /// Who waits for the answer; nil for the daemon's own work.
    public let origin: Origin?
    /// The command, as a transaction.
    public let run: @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body
    /// Goes with the job's completion; for who waits and is no client.
    public let settled: Completion.Settled?

    /// - Parameters: as the properties.
    public init(
        origin: Origin?, settled: Completion.Settled? = nil,
        run: @escaping @Sendable (Transaction) throws(Refusal) -> ServerMessage.OneOf_Body
    ) {
        self.origin = origin
        self.settled = settled
        self.run = run
    }
}

/// A command on its way to a reader.
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

    /// Who waits for the answer; nil for the daemon's own work.
    public let origin: Origin?
    /// In whose line it waits.
    public let owner: Owner
    /// The command, as a look at one state.
    public let run: @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body
    /// Called when `run` threw, or could not even begin.
    public let failed: @Sendable () -> Void

    /// - Parameters: as the properties.
    public init(
        origin: Origin?, owner: Owner = .daemon,
        run: @escaping @Sendable (Snapshot) throws(Refusal) -> ServerMessage.OneOf_Body,
        failed: @escaping @Sendable () -> Void = {}
    ) {
        self.failed = failed
        self.origin = origin
        self.owner = owner
        self.run = run
    }
}

/// Where a command came from, and so where its answer goes.
public struct Origin: Hashable, Sendable {
    /// The connection, as the hub knows it.
    public let connection: UInt64
    /// The loop that owns the connection.
    public let loop: Int
    /// The client's number of the command.
    public let command: UInt32
    /// The command's name on the wire.
    public let name: String
    /// How the connection wants its answer.
    public let format: WireFormat
    /// Whether it changes who the connection speaks for: signs it in, or out.
    public let changesCaller: Bool
    /// Whether it only looks: its answer may be long.
    public let isRead: Bool
    /// Where the command stands in the catalogue; -1 for what does not.
    public let place: Int
    /// Where it has come from: an IPv4 address, or an IPv6 network of 64 bits.
    public let network: UInt64

    /// The command `command`, sent on a connection of a loop.
    public init(
        connection: UInt64, loop: Int, command: UInt32, name: String, format: WireFormat,
        changesCaller: Bool = false, isRead: Bool = false, place: Int = -1,
        network: UInt64 = 0
    ) {
        self.place = place
        self.network = network
        self.isRead = isRead
        self.changesCaller = changesCaller
        self.connection = connection
        self.loop = loop
        self.command = command
        self.name = name
        self.format = format
    }
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

/// What became of a job.
public struct Completion: Sendable {
    /// Is told the outcome, once the hub knows it.
    public typealias Settled =
        @Sendable (Result<ServerMessage.OneOf_Body, Refusal>) -> Void

    /// Who waits for the answer.
    public let origin: Origin?
    /// Who else does.
    public let settled: Settled?
    /// The answer.
    public let result: Result<ServerMessage.OneOf_Body, Refusal>
    /// Events that are durable now, in order.
    public let deliveries: [Delivery]
    /// What the hub has to know.
    public let signals: [Signal]
    /// What went wrong in the store, for the event log.
    public let fault: StoreError?

    /// The outcome of one job; without deliveries when it was refused, and without signals but
    /// those of a look that outlive it.
    public init(
        origin: Origin?, result: Result<ServerMessage.OneOf_Body, Refusal>,
        deliveries: [Delivery] = [], signals: [Signal] = [], fault: StoreError? = nil,
        settled: Settled? = nil
    ) {
        self.origin = origin
        self.settled = settled
        self.result = result
        self.deliveries = deliveries
        self.signals = signals
        self.fault = fault
    }
}
