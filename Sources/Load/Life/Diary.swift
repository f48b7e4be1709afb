import Promises
import SplitMix
import Wire

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
    /// The matches that last, as far as this device was told.
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

    /// Somebody has commented on a post of one's own.
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
