import Wire

/// What all residents count together, and what those remember who are not there.
struct LifeTally: Sendable {
    /// By the numbers of the residents.
    private(set) var diaries: [Int: Diary]

    /// Those who had everything that there was when they came.
    private(set) var caughtUpCount = 0
    /// Sessions that went on behind what was seen, and such as had to begin anew.
    private(set) var resumedCount = 0
    private(set) var resetCount = 0
    /// Events that were caught up with.
    private(set) var replayedCount = 0
    /// Those who came and have left again.
    private(set) var visitCount = 0

    private(set) var ackedCount = 0
    /// Messages that came to a device, those of its own person included.
    private(set) var deliveredCount = 0
    /// How many messages of each talk were acknowledged.
    private(set) var acked: [Talk: Int] = [:]
    /// The comments that were acknowledged, and whose posts they are on.
    private(set) var commented: [String: Int] = [:]

    /// From when one could have come back until everything that was missed is there.
    private(set) var comings = Latencies()
    /// From the connection until then.
    private(set) var resumes = Latencies()
    /// From when a deed was due until its answer.
    private(set) var answers = Latencies()
    /// From when a message was due until it is on a device that had not to catch up with it.
    private(set) var deliveries = Latencies()

    /// Events that were passed over.
    private(set) var missedCount = 0
    var breaches = Breaches()
    private(set) var refusedCount = 0
    private(set) var firstRefusal: String?

    /// People who have not been there yet: resident 0, 1, 2 …
    init(_ diaries: [Diary]) {
        self.diaries = Dictionary(uniqueKeysWithValues: diaries.enumerated().map { ($0, $1) })
    }

    /// What that resident remembers, until it is kept again; nil when somebody has it.
    mutating func takeDiary(of resident: Int) -> Diary? { diaries.removeValue(forKey: resident) }

    mutating func keep(_ diary: Diary, of resident: Int) { diaries[resident] = diary }

    /// Everybody is to come again; how long things took until now is forgotten.
    mutating func beginAnew() {
        caughtUpCount = 0
        resumedCount = 0
        replayedCount = 0
        visitCount = 0
        comings.reset()
        resumes.reset()
        answers.reset()
        deliveries.reset()
    }
}

// MARK: - What happens

extension LifeTally {
    mutating func opened(_ session: SessionOpened, behind seen: UInt32, isResuming: Bool) {
        guard !session.reset else { return resetCount += 1 }
        if isResuming { resumedCount += 1 }
        replayedCount += Int(session.top - min(session.top, seen))
    }

    /// Somebody has caught up.
    ///
    /// - Parameter moments: since when it could have come, and when it came; nil the first time.
    mutating func arrived(since moments: (missing: UInt64?, opened: UInt64)?, at now: UInt64) {
        caughtUpCount += 1
        guard let moments else { return }
        resumes.record(from: moments.opened, to: now)
        if let missing = moments.missing { comings.record(from: missing, to: now) }
    }

    mutating func left() { visitCount += 1 }

    mutating func acknowledged(_ deed: Deed, _ answer: ServerMessage.OneOf_Body, at now: UInt64) {
        ackedCount += 1
        answers.record(from: deed.at, to: now)
        switch (deed.kind, answer) {
        case (.message(let talk), .roomSent): acked[talk, default: 0] += 1
        case (.comment(let author), .circleSaid(let said)): commented[said.comment.id] = author
        case (.message, _), (.comment, _): breaches.broke("a deed was answered by something else")
        case (.other, _): break
        }
    }

    /// - Parameter sent: nil of a message that was caught up with.
    mutating func delivered(since sent: UInt64?, at now: UInt64) {
        deliveredCount += 1
        if let sent { deliveries.record(from: sent, to: now) }
    }

    /// - Returns: whether an event in that place is to be looked at.
    mutating func accepts(_ place: Diary.Place, _ seq: UInt32, for resident: Int) -> Bool {
        switch place {
        case .next: break
        case .again: breaches.doubled("\(resident) was shown event \(seq) again")
        case .behindGap(let count):
            missedCount += Int(count)
            breaches.note("\(resident) was shown event \(seq), and not the \(count) before it")
        }
        return place != .again
    }

    mutating func refused(_ error: CommandError) {
        // A list may be full: that is an answer.
        guard error.code != .listFull else { return }
        refusedCount += 1
        if firstRefusal == nil { firstRefusal = "\(error.code): \(error.message)" }
    }
}
