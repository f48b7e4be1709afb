import Promises
import SplitMix
import Wire

/// What all residents count together, and the diaries of those who are away.
struct LifeTally: Sendable {
    /// By resident.
    private(set) var diaries: [Int: Diary]
    /// The residents who are away, the longest absence first; some may have returned.
    private var away: [Int]

    /// Residents who have caught up since they connected.
    private(set) var caughtUpCount = 0
    /// Sessions that resumed behind the last event seen, and sessions that the server reset.
    private(set) var resumedCount = 0
    private(set) var resetCount = 0
    /// Events that were replayed.
    private(set) var replayedCount = 0
    /// Visits that have ended.
    private(set) var visitCount = 0

    private(set) var ackedCount = 0
    /// Messages that reached a device, those of its own user included.
    private(set) var deliveredCount = 0
    /// How many messages of each talk were acknowledged.
    private(set) var acked: [Talk: Int] = [:]
    /// The acknowledged comments, with the author of the post.
    private(set) var commented: [String: Int] = [:]

    /// From the moment a resident could have returned until everything missed has arrived.
    private(set) var comings = Latencies()
    /// From the connection until everything missed has arrived.
    private(set) var resumes = Latencies()
    /// From when a deed was due until its reply.
    private(set) var answers = Latencies()
    /// From when a message was due until it reached a device that was already caught up.
    private(set) var deliveries = Latencies()

    /// Events that were skipped.
    private(set) var missedCount = 0
    var breaches = Breaches()
    private(set) var refusedCount = 0
    private(set) var firstRefusal: String?

    /// Residents 0, 1, 2 … who have not connected yet.
    init(_ diaries: [Diary]) {
        self.diaries = Dictionary(uniqueKeysWithValues: diaries.enumerated().map { ($0, $1) })
        away = Array(diaries.indices)
    }

    /// Takes out a resident's diary until it is kept again; nil when a connection has it.
    mutating func takeDiary(of resident: Int) -> Diary? { diaries.removeValue(forKey: resident) }

    /// Takes out the diary of the resident who has been away for longest, until it is kept again;
    /// nil when none is away.
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

    /// Prepares for another visit of every resident: forgets all durations and counts of visits.
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

    /// A resident has caught up.
    ///
    /// - Parameter moments: since when it could have returned, and when it connected; nil the first
    ///   time.
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

    /// - Parameter sent: nil for a message that was replayed.
    mutating func delivered(since sent: UInt64?, at now: UInt64) {
        deliveredCount += 1
        if let sent { deliveries.record(from: sent, to: now) }
    }

    /// - Returns: whether to handle an event in that place.
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
        // A full list is a legitimate reply.
        guard error.code != .listFull else { return }
        refusedCount += 1
        if firstRefusal == nil { firstRefusal = "\(error.code): \(error.message)" }
    }
}

/// The promises that the server kept towards all residents, from the beginning.
///
/// Taken once all is quiet and every resident has caught up.
struct LifeAudit: Sendable {
    /// Messages, comments, and beginnings or ends of matches that a recipient was due and did not
    /// receive.
    let lostCount: Int
    let duplicateCount: Int
    let reorderedCount: Int
    /// Commands that were neither acknowledged nor refused.
    let unansweredCount: Int
    let complaints: [String]

    /// - Parameter memories: the tallies of all crowds, with all diaries.
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

    /// Every device of both users must have each acknowledged message.
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

    /// Every device of a post's author must have each comment.
    private static func lostComments(_ memories: [LifeTally], _ diaries: [Diary]) -> Int {
        var comments: [Int: [String]] = [:]
        for (comment, author) in memories.flatMap(\.commented) {
            comments[author, default: []].append(comment)
        }
        return diaries.reduce(0) { lost, diary in
            lost + (comments[diary.person] ?? []).count { !diary.comments.contains($0) }
        }
    }

    /// Both sides must know of a match, or neither.
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

/// What a device remembers from one connection to the next: its identity, how far it has read,
/// which of its commands have no reply, and what it has received.
struct Diary: Sendable {
    /// The friend, and the activity.
    struct Match: Hashable, Sendable {
        let friend: Int
        let activity: String
    }

    let person: Int
    /// The name of the device, the same on each connection.
    let device: String
    /// The session token; empty before the first session.
    var token: String
    /// The usernames of the population.
    let names: Roster
    /// Every event of the inbox up to this one has been seen.
    private(set) var seen: UInt32 = 0
    private(set) var epoch = ""
    /// Deeds that wait for their reply, by number.
    private(set) var deeds: [Int: Deed] = [:]
    private(set) var deedCount = 0
    private var saidCounts: [Int: Int] = [:]

    /// The messages received in each talk, the user's own included.
    private(set) var heard: [Talk: DeliveryLedger] = [:]
    /// Comments of others on the user's posts.
    private(set) var comments: Set<String> = []
    /// The current matches, as far as this device knows.
    private(set) var matches: Set<Match> = []
    /// The activities that are on.
    var isOn: Set<String> = []
    /// The source of the device's decisions.
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
    /// Records a deed that is requested now.
    ///
    /// - Parameter make: the command, given its own `cid`.
    /// - Returns: the deed's number; they count from 0.
    mutating func ask(
        _ kind: Deed.Kind, at due: UInt64, _ make: (String) -> ClientMessage.OneOf_Command
    ) -> Int {
        let number = deedCount
        deedCount += 1
        deeds[number] = Deed(kind: kind, command: make("\(device)-\(number)"), at: due)
        return number
    }

    /// Settles a deed; nil when it was settled before.
    mutating func answered(_ deed: Int) -> Deed? { deeds.removeValue(forKey: deed) }

    /// The number of the next message to a friend; they count from 0.
    mutating func nextNumber(to friend: Int) -> Int {
        defer { saidCounts[friend, default: 0] += 1 }
        return saidCounts[friend, default: 0]
    }
}

// MARK: - Hearing

extension Diary {
    /// How an event relates to those before it.
    enum Place: Equatable, Sendable {
        case next, again
        /// This many events before it have not arrived.
        case behindGap(UInt32)
    }

    /// A session has begun behind the last event seen, unless the server has forgotten that.
    mutating func begin(_ session: SessionOpened) {
        epoch = session.epoch
        if session.reset { seen = session.top }
    }

    /// The event with that number has arrived.
    mutating func see(_ seq: UInt32) -> Place {
        guard seq > seen else { return .again }
        defer { seen = seq }
        return seq == seen + 1 ? .next : .behindGap(seq - seen - 1)
    }

    /// A message has arrived.
    ///
    /// - Returns: whether it is new.
    mutating func hear(_ number: Int, of talk: Talk) -> Bool {
        let before = heard[talk]?.duplicateCount ?? 0
        heard[talk, default: DeliveryLedger()].deliver(number)
        return heard[talk]?.duplicateCount == before
    }

    /// A friend has commented on a post of the user.
    ///
    /// - Returns: whether the comment is new.
    mutating func hear(comment: String) -> Bool { comments.insert(comment).inserted }

    /// A match has begun or ended.
    ///
    /// - Returns: whether that is new.
    mutating func hear(_ match: Match, lasts: Bool) -> Bool {
        lasts ? matches.insert(match).inserted : matches.remove(match) != nil
    }
}
