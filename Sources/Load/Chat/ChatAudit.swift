/// Which of its promises the server kept, over the whole run, warm-up included.
struct ChatAudit: Sendable {
    private(set) var deliveredCount = 0
    private(set) var duplicateCount = 0
    private(set) var reorderedCount = 0
    private let tally: ChatTally

    init(_ tally: ChatTally) {
        self.tally = tally
    }

    /// Adds what one reader got.
    mutating func add(_ ledgers: DeliveryLedger...) {
        for ledger in ledgers {
            deliveredCount += ledger.deliveredCount
            duplicateCount += ledger.duplicateCount
            reorderedCount += ledger.reorderedCount
        }
    }

    /// Deliveries that an acknowledgement promised, to the author and to the friend, and that
    /// did not come.
    var lostCount: Int { max(0, 2 * tally.ackedCount - deliveredCount) }

    /// Messages that got neither an acknowledgement nor a refusal.
    var unansweredCount: Int { tally.sentCount - tally.ackedCount - tally.refusedCount }

    /// Whether nothing was lost, doubled, reordered, refused or left unanswered.
    var isClean: Bool { complaints.isEmpty }

    /// What went wrong, a line for each kind.
    var complaints: [String] {
        var lines: [String] = []
        for (count, what) in [
            (lostCount, "deliveries lost"), (duplicateCount, "deliveries doubled"),
            (reorderedCount, "deliveries out of order"),
            (unansweredCount, "messages unanswered"),
        ] where count > 0 {
            lines.append("BROKEN: \(count) \(what)")
        }
        if let broken = tally.breaches.first {
            lines.append("BROKEN: \(tally.breaches.otherCount) times, the first: \(broken)")
        }
        if let refusal = tally.firstRefusal {
            lines.append("REFUSED: \(tally.refusedCount) commands, the first: \(refusal)")
        }
        return lines
    }
}
