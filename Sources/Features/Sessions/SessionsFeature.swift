import Accounts
import Friends
public import Kernel
import Wire

/// Sessions: a token opens one on a connection, and the inbox goes on where the device left off.
public struct SessionsFeature: Sendable {
    /// What a client has to know: the largest message accepted, and most commands that may wait
    /// for their answers.
    public typealias Limits = (messageBytesMax: Int, commandsInFlightMax: Int)

    private let limits: @Sendable () -> Limits

    /// - Parameter limits: asked for each session, since they may change.
    public init(limits: @escaping @Sendable () -> Limits) {
        self.limits = limits
    }

    /// Names on the wire -> functions.
    public func install(in catalog: inout Catalog) {
        catalog.migrate([
            Migration(
                "sessions.1",
                "CREATE TABLE epoch (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL);")
        ])
        catalog.atStart { transaction throws(Refusal) in
            let name = transaction.randomBytes(6).map { String($0, radix: 16) }.joined()
            try transaction.run(
                "INSERT INTO epoch (id, name) VALUES (1, \(name)) ON CONFLICT DO NOTHING")
        }
        catalog.open(
            ClientMessage.OneOf_Command.sessionOpen, reply: { .session($0) }, open)
    }

    private func open(
        _ command: SessionOpen, _ snapshot: Snapshot
    ) throws(Refusal) -> SessionOpened {
        let device = try Device(command.device)
        let caller = try AccountsFeature.caller(token: command.token, in: snapshot)
        guard let account = try snapshot.first(.account(of: caller.user)),
            let bounds = try snapshot.first(Inbox.bounds(of: caller.user)),
            let epoch = try snapshot.first(.epoch)
        else { throw .fault }
        let resume = Resume(command, epoch: epoch, top: bounds.top, floor: bounds.floor)
        snapshot.signal(
            .signedIn(
                SessionGrant(
                    caller: caller, device: device.name, cursor: resume.cursor, top: bounds.top,
                    isSilent: command.silent)))
        var opened = SessionOpened()
        opened.user = account.profile
        opened.epoch = epoch
        opened.top = bounds.top
        opened.floor = bounds.floor
        opened.limits = SessionLimits(limits())
        opened.reset = resume.isReset
        return opened
    }
}

extension SessionLimits {
    fileprivate init(_ limits: SessionsFeature.Limits) {
        self.init()
        messageBytes = UInt32(clamping: limits.messageBytesMax)
        commandsInFlight = UInt32(clamping: limits.commandsInFlightMax)
    }
}

/// Where the events of a session start.
struct Resume: Equatable, Sendable {
    /// The last seq that need not be sent.
    let cursor: UInt32
    /// Whether the device has to forget what it knows (I3: never a silent hole).
    let isReset: Bool

    init(_ command: SessionOpen, epoch: String, top: UInt32, floor: UInt32) {
        guard command.hasAfter else {
            (cursor, isReset) = (top, false)
            return
        }
        let isForeign = !command.epoch.isEmpty && command.epoch != epoch
        let isTooOld = UInt64(command.after) + 1 < UInt64(floor)
        let isFuture = command.after > top
        isReset = isForeign || isTooOld || isFuture
        cursor = isReset ? top : command.after
    }
}

extension Query where Row == String {
    fileprivate static var epoch: Self {
        Query("SELECT name FROM epoch WHERE id = 1") { columns throws(StoreError) in
            try columns.text()
        }
    }
}
