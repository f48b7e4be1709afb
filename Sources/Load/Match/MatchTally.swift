/// Which users received which match, and when: each of the two friends once, and no other user.
struct MatchTally: Sendable {
    /// A toggler and a friend who are up for the same thing.
    struct Pair: Hashable, Sendable {
        let toggler: Int
        let friend: Int
        let activity: Int
    }

    /// One side of a pair.
    struct Notice: Hashable, Sendable {
        let pair: Pair
        /// Whether the recipient is the toggler.
        let isToggler: Bool
    }

    let population: Population
    /// The friends of togglers who are connected, too.
    let listeners: Set<Int>

    var signedInCount = 0
    private(set) var toggleCount = 0
    private(set) var answeredCount = 0
    private(set) var answers = Latencies()
    /// From the toggle until the later of the two friends has received the match.
    private(set) var told = Latencies()

    private var begun: [Pair: UInt64] = [:]
    private var awaited: Set<Notice> = []
    private var awaitedEnds: Set<Notice> = []
    /// Pairs of which one friend has received the match.
    private var halves: [Pair: UInt64] = [:]

    /// Notices that arrived, of beginnings and of ends.
    private(set) var deliveredCount = 0
    /// Matches that came with the note of the toggler.
    private(set) var notedCount = 0
    var breaches = Breaches()

    init(_ population: Population, listeners: Set<Int>) {
        self.population = population
        self.listeners = listeners
    }

    /// Notices of beginnings and ends that have not arrived.
    var missingCount: Int { awaited.count + awaitedEnds.count }

    /// A toggler turns an activity on.
    mutating func turnedOn(_ toggler: Int, _ activity: Int, at now: UInt64) {
        toggleCount += 1
        for friend in population.matches(of: toggler, for: activity) {
            let pair = Pair(toggler: toggler, friend: friend, activity: activity)
            begun[pair] = now
            for notice in notices(of: pair) {
                awaited.insert(notice)
                awaitedEnds.insert(notice)
            }
        }
    }

    /// A toggler turns an activity off.
    mutating func turnedOff() { toggleCount += 1 }

    /// A toggle has its reply.
    mutating func answered(from sent: UInt64, to now: UInt64) {
        answeredCount += 1
        answers.record(from: sent, to: now)
    }

    /// A user received a match.
    mutating func heard(_ listener: Int, of other: Int, _ activity: Int, at now: UInt64) {
        deliveredCount += 1
        guard let notice = notice(listener, other, activity) else { return }
        guard let sent = begun[notice.pair] else {
            return breaches.broke("\(listener) received a match with \(other) without a reason")
        }
        guard awaited.remove(notice) != nil else {
            return breaches.doubled("\(listener) received a match with \(other) twice")
        }
        guard listeners.contains(notice.pair.friend) else { return }
        guard let first = halves.removeValue(forKey: notice.pair) else {
            halves[notice.pair] = now
            return
        }
        told.record(from: sent, to: max(first, now))
    }

    /// A match came with the note of the toggler.
    mutating func noted() { notedCount += 1 }

    /// A user received the end of a match.
    mutating func heardEnd(_ listener: Int, of other: Int, _ activity: Int) {
        deliveredCount += 1
        guard let notice = notice(listener, other, activity) else { return }
        guard begun[notice.pair] != nil else {
            return breaches.broke(
                "\(listener) received the end of a match with \(other) without a reason")
        }
        guard awaitedEnds.remove(notice) != nil else {
            return breaches.doubled("\(listener) received the end of a match with \(other) twice")
        }
    }

    /// Nil for two togglers, both of whom may be up for the activity for a moment.
    private mutating func notice(_ listener: Int, _ other: Int, _ activity: Int) -> Notice? {
        let togglers = population.togglerCount
        guard listener >= togglers || other >= togglers else {
            if !population.areFriends(listener, other) {
                breaches.broke("\(listener) received a match with \(other), who is no friend")
            }
            return nil
        }
        let isToggler = listener < togglers
        let pair = Pair(
            toggler: isToggler ? listener : other, friend: isToggler ? other : listener,
            activity: activity)
        return Notice(pair: pair, isToggler: isToggler)
    }

    /// The notices due to the pair: one for each who is connected.
    private func notices(of pair: Pair) -> [Notice] {
        let toggler = Notice(pair: pair, isToggler: true)
        guard listeners.contains(pair.friend) else { return [toggler] }
        return [toggler, Notice(pair: pair, isToggler: false)]
    }
}
