/// Letters that are to be sent, each when its time has come: bounded, without clock or chance.
struct LetterQueue: Sendable {
    struct Entry: Sendable {
        let letter: Letter
        /// How often it has failed.
        var attemptCount = 0
        /// When it is to be tried.
        var due: Duration
        /// When it is given up.
        let end: Duration
    }

    /// The first pause, and the longest; between them each is twice the one before.
    struct Pace: Sendable {
        var first = Duration.seconds(2)
        var max = Duration.seconds(300)

        /// - Parameter chance: 0…1: half of the pause is left to it, so that not all come back at
        ///   once.
        func pause(after attemptCount: Int, chance: Double) -> Duration {
            let whole = min(first * (1 << min(attemptCount, 20)), max)
            return whole / 2 + whole / 2 * chance
        }
    }

    /// Most that wait, and are under way.
    let countMax: Int
    let pace: Pace
    /// How many are under way.
    private(set) var underWayCount = 0
    /// How many found no place since this was last asked.
    private(set) var droppedCount = 0
    private var entries: [Entry] = []

    init(countMax: Int, pace: Pace = Pace()) {
        (self.countMax, self.pace) = (countMax, pace)
    }

    /// When the next is due.
    var due: Duration? { entries.lazy.map(\.due).min() }
    /// How many wait or are under way.
    var count: Int { entries.count + underWayCount }

    mutating func add(_ letter: Letter, due: Duration, end: Duration) {
        guard count < countMax else {
            droppedCount += 1
            return
        }
        entries.append(Entry(letter: letter, due: due, end: end))
    }

    /// Takes what is due, the oldest first.
    mutating func take(at now: Duration, atMost limit: Int) -> [Entry] {
        let ready = entries.indices.filter { entries[$0].due <= now }
            .sorted { (entries[$0].due, $0) < (entries[$1].due, $1) }.prefix(max(0, limit))
        let taken = ready.map { entries[$0] }
        for index in ready.sorted(by: >) { entries.remove(at: index) }
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
        var entry = entry
        entry.attemptCount += 1
        entry.due = due
        entries.append(entry)
        return true
    }

    mutating func takeDroppedCount() -> Int {
        defer { droppedCount = 0 }
        return droppedCount
    }
}
