import Kernel

/// What the store is to record about presence, and about the use of tokens.
struct StoringBatch: Sendable {
    /// Once the store has this batch, it has all before it.
    let number: UInt64
    /// Arrivals and departures: the newest of each user.
    fileprivate(set) var changes: [PresenceChange] = []
    /// Whether the users who were online when the daemon ended are given up.
    fileprivate(set) var givesUpAbsent = false
    /// The uses of tokens.
    fileprivate(set) var uses: [TokenUse] = []
}

/// Arrivals, departures and uses of tokens that are not stored yet. They go to the store in
/// batches, one at a time. A batch that the store does not confirm is sent again, with whatever is
/// newer.
struct StoringQueue: Sendable {
    /// How long a change may wait for others.
    private static let patience = Duration.seconds(1)
    /// How long the store may take to confirm a batch: while its disk is full, it refuses all.
    private static let doubt = Duration.seconds(5)
    /// Most uses of tokens in one batch: after a restart all clients return, and no commit may take
    /// long.
    private static let usesMax = 500

    /// The batch that changes go into now.
    private var gathering = StoringBatch(number: 1)
    private var places: [User.ID: Int] = [:]
    /// When it is to be stored; nil while it is empty.
    private var gatheredAt: Duration?
    /// The uses of tokens, each once, in order.
    private var uses: [TokenUse] = []
    private var knownUses: Set<TokenUse> = []
    /// The batch that was sent to the store and is not confirmed.
    private var told: StoringBatch?
    /// When that batch is sent again.
    private var doubtedAt: Duration?

    /// The number of the batch that changes go into now.
    var batch: UInt64 { gathering.number }
    /// The number of the batch that the store has to confirm.
    var toldBatch: UInt64? { told?.number }
    /// When the next batch is due; nil while there is nothing to store.
    var due: Duration? { told == nil ? gatheredAt : doubtedAt }

    mutating func put(_ change: PresenceChange, at now: Duration) {
        keep(change)
        if gatheredAt == nil { gatheredAt = now + Self.patience }
    }

    /// - Returns: false when the use waits already, or is under way.
    mutating func put(_ use: TokenUse, at now: Duration) -> Bool {
        guard knownUses.insert(use).inserted else { return false }
        // The use of a copied token goes first.
        uses.insert(use, at: use.kind == .reused ? 0 : uses.count)
        if gatheredAt == nil { gatheredAt = now + Self.patience }
        return true
    }

    /// Whether the use waits, or is under way.
    func knows(_ use: TokenUse) -> Bool { knownUses.contains(use) }

    mutating func giveUpAbsent(at now: Duration) {
        gathering.givesUpAbsent = true
        if gatheredAt == nil { gatheredAt = now + Self.patience }
    }

    /// Takes the batch that is to be sent to the store now.
    ///
    /// - Parameter atOnce: whether to take it before it is due: there will be no other time.
    mutating func take(at now: Duration, atOnce: Bool) -> StoringBatch? {
        guard let due = atOnce ? due ?? gatheredAt : due, due <= now || atOnce else { return nil }
        takeBack()
        gathering.uses = Array(uses.prefix(Self.usesMax))
        uses.removeFirst(gathering.uses.count)
        let batch = gathering
        gathering = StoringBatch(number: batch.number + 1)
        (places, gatheredAt) = ([:], uses.isEmpty ? nil : now + Self.patience)
        (told, doubtedAt) = (batch, now + Self.doubt)
        return batch
    }

    /// The store has this batch, and all before it.
    mutating func stored(_ batch: UInt64) {
        guard let confirmed = told, confirmed.number <= batch else { return }
        knownUses.subtract(confirmed.uses)
        (told, doubtedAt) = (nil, nil)
    }

    /// The changes of an unconfirmed batch go in again, before newer ones.
    private mutating func takeBack() {
        guard let lost = told else { return }
        let newer = gathering.changes
        (gathering.changes, places) = ([], [:])
        for change in lost.changes { keep(change) }
        for change in newer { keep(change) }
        if lost.givesUpAbsent { gathering.givesUpAbsent = true }
        uses.insert(contentsOf: lost.uses, at: 0)
        told = nil
    }

    private mutating func keep(_ change: PresenceChange) {
        if let place = places[change.user] {
            gathering.changes[place] = change
        } else {
            places[change.user] = gathering.changes.count
            gathering.changes.append(change)
        }
    }
}
