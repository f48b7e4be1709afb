import Kernel
import Settings
import WebPush

/// Letters that are to be sent, each when its time has come: bounded, without clock or chance.
package struct LetterQueue: Sendable {
    struct Entry: Sendable {
        /// Its identity: the smaller, the older.
        let number: UInt64
        var letter: Letter
        /// How many keys its receiver has rejected.
        var refusedSigners = 0
        /// How often it has failed.
        var attemptCount = 0
        /// When it is to be tried.
        var due: Duration
        /// When it is given up.
        let end: Duration
    }

    /// The first pause, and the longest; between them each is twice the one before.
    package struct Pace: Sendable {
        var first = Duration.seconds(2)
        var max = Duration.seconds(300)

        /// - Parameter chance: 0…1: half of the pause is left to it, so that not all come back at
        ///   once.
        func pause(after attemptCount: Int, chance: Double) -> Duration {
            let whole = min(first * (1 << min(attemptCount, 20)), max)
            return whole / 2 + whole / 2 * chance
        }
    }

    /// Most that wait to be tried again.
    let countMax: Int
    let pace: Pace
    /// How many are under way.
    private(set) var underWayCount = 0
    /// How many were dropped for want of room since the last call.
    private(set) var droppedCount = 0
    private var entries: [UInt64: Entry] = [:]
    private var schedule = Schedule()
    private var lastNumber: UInt64 = 0
    /// How many of those that wait have failed.
    private var failedCount = 0
    private var counts: [User.ID: Int] = [:]
    /// What waits for a device, by its endpoint.
    private var numbers: [String: [UInt64]] = [:]

    /// Those that wait for their first attempt: so many times those that are tried again, for they
    /// all wait out the delay.
    static let freshFactor = 10
    /// Most that wait for one user, and for one device: no user takes the places of others.
    static let (userMax, deviceMax) = (Configuration.Notifiers.lettersOfUserMax, 3)

    package init(countMax: Int, pace: Pace = Pace()) {
        (self.countMax, self.pace) = (countMax, pace)
    }

    /// When the next is due.
    var due: Duration? { schedule.first?.due }
    /// How many wait or are under way.
    var count: Int { entries.count + underWayCount }

    mutating func add(_ letter: Letter, due: Duration, end: Duration) {
        lastNumber += 1
        var entry = Entry(number: lastNumber, letter: letter, due: due, end: end)
        entry.letter.replaced = makePlace(for: letter)
        guard entries.count - failedCount < countMax * Self.freshFactor,
            counts[letter.user, default: 0] < Self.userMax
        else {
            droppedCount += 1
            return
        }
        insert(entry)
    }

    /// Takes what is due, the oldest first.
    mutating func take(at now: Duration, atMost limit: Int) -> [Entry] {
        var taken: [Entry] = []
        while taken.count < limit, let first = schedule.first, first.due <= now,
            let entry = remove(first.number)
        {
            taken.append(entry)
        }
        underWayCount += taken.count
        return taken
    }

    /// An attempt is over, and there is no need for another.
    mutating func settle() { underWayCount -= 1 }

    /// An attempt has failed.
    ///
    /// - Returns: false when the time for it is over.
    mutating func retry(
        _ entry: Entry, at now: Duration, after wanted: Duration?, chance: Double
    ) -> Bool {
        underWayCount -= 1
        let pause = pace.pause(after: entry.attemptCount, chance: chance)
        let due = now + max(pause, wanted ?? .zero)
        guard due <= entry.end else { return false }
        // Newer ones have come meanwhile.
        if let endpoint = entry.letter.subscription?.endpoint,
            numbers[endpoint, default: []].count >= Self.deviceMax
        {
            return true
        }
        guard failedCount < countMax, counts[entry.letter.user, default: 0] < Self.userMax else {
            droppedCount += 1
            return true
        }
        var entry = entry
        entry.attemptCount += 1
        entry.due = due
        insert(entry)
        return true
    }

    mutating func takeDroppedCount() -> Int {
        defer { droppedCount = 0 }
        return droppedCount
    }

    /// Most notifications that one replaces.
    private static let replacedMax = 8

    /// Of what waits for a device, that gives way which the letter replaces, and the oldest.
    ///
    /// - Returns: the notifications that the letter replaces, the newest first.
    private mutating func makePlace(for letter: Letter) -> [Notification] {
        guard let endpoint = letter.subscription?.endpoint else { return [] }
        if let topic = letter.topic,
            let number = numbers[endpoint]?.first(where: { entries[$0]?.letter.topic == topic }),
            let earlier = remove(number)?.letter
        {
            return Array(
                ([earlier.notification] + earlier.replaced).prefix(Self.replacedMax))
        }
        guard let waiting = numbers[endpoint], waiting.count >= Self.deviceMax,
            let oldest = waiting.min()
        else { return [] }
        _ = remove(oldest)
        return []
    }

    private mutating func insert(_ entry: Entry) {
        entries[entry.number] = entry
        schedule.insert(entry.due, entry.number)
        if entry.attemptCount > 0 { failedCount += 1 }
        counts[entry.letter.user, default: 0] += 1
        if let endpoint = entry.letter.subscription?.endpoint {
            numbers[endpoint, default: []].append(entry.number)
        }
    }

    private mutating func remove(_ number: UInt64) -> Entry? {
        guard let entry = entries.removeValue(forKey: number) else { return nil }
        if entry.attemptCount > 0 { failedCount -= 1 }
        let user = entry.letter.user
        counts[user] = counts[user].flatMap { $0 > 1 ? $0 - 1 : nil }
        if let endpoint = entry.letter.subscription?.endpoint {
            numbers[endpoint]?.removeAll { $0 == number }
            if numbers[endpoint]?.isEmpty == true { numbers[endpoint] = nil }
        }
        // What was removed out of turn stays in the schedule until it comes up there.
        while let first = schedule.first, entries[first.number]?.due != first.due {
            schedule.removeFirst()
        }
        return entry
    }
}
