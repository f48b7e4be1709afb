import Promises
import SplitMix
import Wire

/// What all residents count together, and what those remember who are not there.
struct LifeTally: Sendable {
    /// By the numbers of the residents.
    private(set) var diaries: [Int: Diary]
    /// Those who are away, the one who has been for longest first; some may be there again.
    private var away: [Int]

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
        away = Array(diaries.indices)
    }

    /// What that resident remembers, until it is kept again; nil when somebody has it.
    mutating func takeDiary(of resident: Int) -> Diary? { diaries.removeValue(forKey: resident) }

    /// The resident who has been away for longest, and what that one remembers, until it is kept
    /// again; nil: all are there.
    mutating func takeNextDiary() -> (resident: Int, diary: Diary)? {
        while !away.isEmpty {
            let resident = away.removeFirst()
            if let diary = takeDiary(of: resident) { return (resident, diary) }
        }
        return nil
    }

    mutating func keep(_ diary: Diary, of resident: Int) {
        diaries[resident] = diary
        away.append(resident)
    }

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

/// Which of its promises the server kept to everybody, from the beginning.
///
/// It is held once all is quiet, and everybody has caught up.
struct LifeAudit: Sendable {
    /// Messages, comments and ends or beginnings of matches that somebody was not shown, and was
    /// to be.
    let lostCount: Int
    let duplicateCount: Int
    let reorderedCount: Int
    /// What was asked for, and neither acknowledged nor refused.
    let unansweredCount: Int
    let complaints: [String]

    /// - Parameter memories: what all have counted and remember.
    init(_ memories: [LifeTally]) {
        let diaries = memories.flatMap(\.diaries.values)
        let ledgers = diaries.flatMap(\.heard.values)
        let acked = memories.reduce(into: [:]) { $0.merge($1.acked, uniquingKeysWith: +) }
        lostCount =
            Self.lostMessages(acked, diaries) + Self.lostComments(memories, diaries)
            + Self.unevenMatches(diaries)
        duplicateCount = memories.reduce(0) { $0 + $1.breaches.duplicateCount }
        reorderedCount = ledgers.reduce(0) { $0 + $1.reorderedCount }
        unansweredCount = diaries.reduce(0) { $0 + $1.deeds.count }
        let counts = [
            (lostCount, "lost"), (duplicateCount, "doubled"), (reorderedCount, "out of order"),
            (unansweredCount, "unanswered"),
            (memories.reduce(0) { $0 + $1.missedCount }, "events passed over"),
            (memories.reduce(0) { $0 + $1.resetCount }, "sessions had to begin anew"),
            (memories.reduce(0) { $0 + $1.breaches.otherCount }, "other promises"),
        ]
        let refusedCount = memories.reduce(0) { $0 + $1.refusedCount }
        complaints =
            counts.filter { $0.0 > 0 }.map { "BROKEN: \($0.0) \($0.1)" }
            + memories.compactMap(\.breaches.first).prefix(1).map { "BROKEN, the first: \($0)" }
            + memories.compactMap(\.firstRefusal).prefix(1).map {
                "REFUSED: \(refusedCount) commands, the first: \($0)"
            }
    }

    /// Every device of both has to have each message that was acknowledged.
    private static func lostMessages(_ acked: [Talk: Int], _ diaries: [Diary]) -> Int {
        var talks: [Int: [Talk]] = [:]
        for talk in acked.keys {
            talks[talk.from, default: []].append(talk)
            talks[talk.to, default: []].append(talk)
        }
        return diaries.reduce(0) { lost, diary in
            (talks[diary.person] ?? []).reduce(lost) { lost, talk in
                let came = diary.heard[talk]?.deliveredCount ?? 0
                return lost + max(0, (acked[talk] ?? 0) - came)
            }
        }
    }

    /// Every device of a post's author gets each comment.
    private static func lostComments(_ memories: [LifeTally], _ diaries: [Diary]) -> Int {
        var comments: [Int: [String]] = [:]
        for (comment, author) in memories.flatMap(\.commented) {
            comments[author, default: []].append(comment)
        }
        return diaries.reduce(0) { lost, diary in
            lost + (comments[diary.person] ?? []).count { !diary.comments.contains($0) }
        }
    }

    /// Of a match both know, or none.
    private static func unevenMatches(_ diaries: [Diary]) -> Int {
        let others = Dictionary(grouping: diaries, by: \.person)
        return diaries.reduce(0) { uneven, diary in
            uneven
                + diary.matches.count { match in
                    let mine = Diary.Match(friend: diary.person, activity: match.activity)
                    return others[match.friend]?.contains { !$0.matches.contains(mine) } ?? false
                }
        }
    }
}

/// What a device remembers from one connection to the next: who it is, how far it has read, what
/// it has said and not seen answered, and what it has heard.
struct Diary: Sendable {
    /// With whom, and for what.
    struct Match: Hashable, Sendable {
        let friend: Int
        let activity: String
    }

    let person: Int
    /// Its name, the same each time it connects.
    let device: String
    /// What opens its sessions; empty before the first.
    var token: String
    /// How everybody is called.
    let names: Roster
    /// Everything in the inbox up to here has been seen.
    private(set) var seen: UInt32 = 0
    private(set) var epoch = ""
    /// What waits for its answer, by its number.
    private(set) var deeds: [Int: Deed] = [:]
    private(set) var deedCount = 0
    private var saidCounts: [Int: Int] = [:]

    /// The messages of each talk that came, of one's own as of others.
    private(set) var heard: [Talk: DeliveryLedger] = [:]
    /// Comments of others on posts of one's own.
    private(set) var comments: Set<String> = []
    /// The matches that last, as far as this device knows.
    private(set) var matches: Set<Match> = []
    /// What it is up for.
    var isOn: Set<String> = []
    /// What decides what it does.
    var chance: SplitMix64

    init(
        person: Int, device: String = "load", token: String = "",
        names: Roster = Population.usualNames
    ) {
        (self.person, self.device, self.token, self.names) = (person, device, token, names)
        chance = SplitMix64(seed: UInt64(truncatingIfNeeded: person))
    }
}

// MARK: - Saying

extension Diary {
    /// Takes note of something that is asked for now.
    ///
    /// - Parameter make: the command, given a `cid` of its own.
    /// - Returns: its number; they count from 0.
    mutating func ask(
        _ kind: Deed.Kind, at due: UInt64, _ make: (String) -> ClientMessage.OneOf_Command
    ) -> Int {
        let number = deedCount
        deedCount += 1
        deeds[number] = Deed(kind: kind, command: make("\(device)-\(number)"), at: due)
        return number
    }

    /// It has been answered; nil when it was before.
    mutating func answered(_ deed: Int) -> Deed? { deeds.removeValue(forKey: deed) }

    /// The next number of a message to that person; they count from 0.
    mutating func nextNumber(to friend: Int) -> Int {
        defer { saidCounts[friend, default: 0] += 1 }
        return saidCounts[friend, default: 0]
    }
}

// MARK: - Hearing

extension Diary {
    /// How an event stands to those before it.
    enum Place: Equatable, Sendable {
        case next, again
        /// So many before it have not come.
        case behindGap(UInt32)
    }

    /// A session has begun, behind what was seen unless the server has forgotten that.
    mutating func begin(_ session: SessionOpened) {
        epoch = session.epoch
        if session.reset { seen = session.top }
    }

    /// The event of that number has come.
    mutating func see(_ seq: UInt32) -> Place {
        guard seq > seen else { return .again }
        defer { seen = seq }
        return seq == seen + 1 ? .next : .behindGap(seq - seen - 1)
    }

    /// A message has come.
    ///
    /// - Returns: whether that is news.
    mutating func hear(_ number: Int, of talk: Talk) -> Bool {
        let before = heard[talk]?.duplicateCount ?? 0
        heard[talk, default: DeliveryLedger()].deliver(number)
        return heard[talk]?.duplicateCount == before
    }

    /// A friend has commented on a post of one's own.
    ///
    /// - Returns: whether that is news.
    mutating func hear(comment: String) -> Bool { comments.insert(comment).inserted }

    /// A match has begun, or is over.
    ///
    /// - Returns: whether that is news.
    mutating func hear(_ match: Match, lasts: Bool) -> Bool {
        lasts ? matches.insert(match).inserted : matches.remove(match) != nil
    }
}
