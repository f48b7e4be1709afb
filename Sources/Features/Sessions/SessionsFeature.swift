public import Accounts
public import Kernel
public import Wire

/// Sessions: a token opens one on a connection, and the inbox goes on where the device left off.
public struct SessionsFeature: Sendable {
    /// What a client has to know: the largest message accepted, and most commands that may wait
    /// for their answers.
    public typealias Limits = (messageBytesMax: Int, commandsInFlightMax: Int)

    /// What a user may only do so often.
    public enum Deed: Sendable {
        /// To open a session.
        case session
        /// To be given a snapshot with it.
        case snapshot
    }

    /// Counts what a user does.
    ///
    /// Returns how long until it may be done; nil when it may.
    public typealias Meter = @Sendable (User.ID, Deed) -> Duration?

    private let limits: @Sendable () -> Limits
    private let meter: Meter
    private let retention: Retention
    private let runs: RunMemory?

    /// - Parameters:
    ///   - retention: how much of an inbox is kept.
    ///   - runs: remembers the daemon's runs outside the store; nil: an epoch never ends by itself.
    ///   - meter: asked for each session that a token opens.
    ///   - limits: asked for each session, since they may change.
    public init(
        retention: Retention = Retention(), runs: RunMemory? = nil,
        meter: @escaping Meter = { _, _ in nil },
        limits: @escaping @Sendable () -> Limits
    ) {
        self.limits = limits
        self.meter = meter
        self.retention = retention
        self.runs = runs
    }

    /// The device and the caller of a session to be opened: checked before anything is done for it.
    ///
    /// - Throws: `.invalidField` for the device; `.invalidToken`.
    public static func opener(
        by command: SessionOpen, in snapshot: Snapshot
    ) throws(Refusal) -> (device: Device, caller: Caller) {
        (try Device(command.device), try AccountsFeature.caller(token: command.token, in: snapshot))
    }

    /// Names on the wire -> functions: after all other features, whose parts of a session's
    /// snapshot it gathers.
    public func install(in catalog: inout Catalog) {
        catalog.migrate(Epoch.migrations)
        catalog.audit([Epoch.audit])
        catalog.tally("events", "SELECT count(*) FROM event")
        let runs = runs
        catalog.atStart { transaction throws(Refusal) in
            try Epoch.begin(recalling: runs, in: transaction)
        }
        let advance: @Sendable (Transaction) throws(Refusal) -> Void = {
            (transaction) throws(Refusal) in
            try Epoch.advance(recalling: runs, in: transaction)
        }
        catalog.chore("epoch.advance", every: .seconds(10), advance)
        // Twice: after the second, every copy that was made before is behind.
        catalog.atStop(advance)
        catalog.atStop(advance)
        let commands = SessionCommands(
            limits: limits, meter: meter, acknowledgements: catalog.acknowledgements,
            contributions: catalog.contributions)
        catalog.open(
            ClientMessage.OneOf_Command.sessionOpen, reply: { .session($0) },
            bearing: { command, token in
                if command.token.isEmpty { command.token = token }
            }, commands.open)
        catalog.write(
            ClientMessage.OneOf_Command.sessionAck, reply: { .done($0) }, commands.acknowledge)
        let pruning = InboxPruning(retention)
        catalog.chore("inbox.prune", every: .seconds(1)) { transaction throws(Refusal) in
            try pruning.run(in: transaction)
        }
    }
}

extension Rate {
    /// Sessions that a user opens.
    public static let sessions = Rate(
        "sessions", of: .user, unit: "sessions",
        burst: (60, 10_000, "Sessions that a user opens at once (burst)."),
        perMinute: (60, 1_000_000, "Sessions that a user opens per minute, after the burst."))

    /// Those among them that load a snapshot: with long lists, one takes a reader 13 ms.
    public static let snapshots = Rate(
        "snapshots", of: .user, unit: "snapshots",
        burst: (
            10, 10_000,
            "Of these, sessions that load a full snapshot, at once (burst)."
        ),
        perMinute: (
            6, 1_000_000,
            "Of these, sessions that load a full snapshot, per minute, after"
                + " the burst."
        ))
}

extension SessionsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "sessions"
    /// Openings.
    public static let rates: [Rate] = [.sessions, .snapshots]
}
