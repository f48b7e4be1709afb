import Accounts
import Kernel
import Wire

/// Opens sessions, and receives their acknowledgements.
struct SessionCommands: Sendable {
    let limits: @Sendable () -> SessionsFeature.Limits
    let meter: SessionsFeature.Meter
    let acknowledgements: [Catalog.Acknowledgement]
    let contributions: [Catalog.Contribution]

    /// Reads by key alone, whatever the inbox holds, and hashes no password: after a restart all
    /// clients come back at once. The rate is checked as soon as the user is known.
    func open(
        _ command: SessionOpen, _ snapshot: Snapshot
    ) throws(Refusal) -> SessionOpened {
        let (device, caller) = try SessionsFeature.opener(by: command, in: snapshot)
        if let wait = meter(caller.user, .session) { throw .tooOften(wait) }
        guard let account = try snapshot.first(.account(of: caller.user)),
            let bounds = try snapshot.first(Inbox.bounds(of: caller.user)),
            let epoch = try snapshot.first(Epoch.current)
        else { throw .fault }
        let discretion = try AccountsFeature.discretion(of: caller.user, in: snapshot)
        let resume = Resume(command, epoch: epoch.name, top: bounds.top, floor: bounds.floor)
        let isWhole = resume.isReset || command.snapshot
        if isWhole, let wait = meter(caller.user, .snapshot) { throw .tooOften(wait) }
        snapshot.signal(
            .signedIn(
                SessionGrant(
                    caller: caller, device: device.name, cursor: resume.cursor, top: bounds.top,
                    isSilent: command.silent, discretion: discretion)))
        var opened = SessionOpened()
        opened.user = account.profile
        opened.epoch = epoch.name
        opened.top = bounds.top
        opened.floor = bounds.floor
        opened.limits = SessionLimits(limits())
        opened.reset = resume.isReset
        opened.now = snapshot.now.timestamp
        if isWhole { opened.snapshot = try whole(for: caller, in: snapshot) }
        return opened
    }

    /// A device has its inbox up to `seq`. Cumulative: an earlier one says nothing new, so it
    /// needs no `cid`.
    func acknowledge(
        _ command: SessionAck, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let top = try transaction.first(Inbox.bounds(of: caller.user))?.top ?? 0
        guard command.seq <= top else {
            throw Refusal(.invalidField, field: "seq", "expected at most \(top)")
        }
        let after = try transaction.first(Inbox.acknowledged(by: caller.user)) ?? 0
        guard command.seq > after else { return Done() }
        try Inbox.acknowledge(command.seq, by: caller.user, in: transaction)
        for run in acknowledgements { try run(caller, after, command.seq, transaction) }
        return Done()
    }

    private func whole(
        for caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> SessionSnapshot {
        var whole = SessionSnapshot()
        for fill in contributions { try fill(caller, snapshot, &whole) }
        return whole
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
