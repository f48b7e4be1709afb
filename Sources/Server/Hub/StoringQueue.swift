import Kernel

/// What the store is to note about presence, and about the use of tokens.
struct StoringBatch: Sendable {
    /// It and all before it are stored once the store has this one.
    let number: UInt64
    /// Who came and who went: the newest of each user.
    fileprivate(set) var changes: [PresenceChange] = []
    /// Whether those are given up who were online when the daemon ended.
    fileprivate(set) var givesUpAbsent = false
    /// What is to be noted of tokens.
    fileprivate(set) var uses: [TokenUse] = []
}

/// Who came and went, and by which tokens, and is yet to be stored: in batches, one at a time. What
/// the store does not confirm it is told again, with whatever is newer.
struct StoringQueue: Sendable {
    /// How long a change may wait for others.
    private static let patience = Duration.seconds(1)
    /// How long the store may take to confirm a batch: while its disk is full it refuses all.
    private static let doubt = Duration.seconds(5)
    /// Most uses of tokens in one batch: after a restart all come, and no commit waits long.
    private static let usesMax = 500

    /// The batch that changes go into now.
    private var gathering = StoringBatch(number: 1)
    private var places: [User.ID: Int] = [:]
    /// When it is to be stored; nil while it is empty.
    private var gatheredAt: Duration?
    /// What is to be noted of tokens, each thing once, in order.
    private var uses: [TokenUse] = []
    private var knownUses: Set<TokenUse> = []
    /// What the store was told and has not confirmed.
    private var told: StoringBatch?
    /// When it is told that again.
    private var doubtedAt: Duration?

    /// The number of the batch that changes go into now.
    var batch: UInt64 { gathering.number }
    /// The number of the batch that the store has to confirm.
    var toldBatch: UInt64? { told?.number }
    /// When the store is to be told something; nil while there is nothing.
    var due: Duration? { told == nil ? gatheredAt : doubtedAt }

    mutating func put(_ change: PresenceChange, at now: Duration) {
        keep(change)
        if gatheredAt == nil { gatheredAt = now + Self.patience }
    }

    /// - Returns: false when that waits already, or is under way.
    mutating func put(_ use: TokenUse, at now: Duration) -> Bool {
        guard knownUses.insert(use).inserted else { return false }
        // That a copy of a token is about waits for nothing.
        uses.insert(use, at: use.kind == .reused ? 0 : uses.count)
        if gatheredAt == nil { gatheredAt = now + Self.patience }
        return true
    }

    /// Whether that waits, or is under way.
    func knows(_ use: TokenUse) -> Bool { knownUses.contains(use) }

    mutating func giveUpAbsent(at now: Duration) {
        gathering.givesUpAbsent = true
        if gatheredAt == nil { gatheredAt = now + Self.patience }
    }

    /// Takes what the store is to be told now.
    ///
    /// - Parameter atOnce: whatever is due: there will be no other time.
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

    /// What was not confirmed goes in again, before what came later.
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
