internal import Glibc
public import Settings

/// Which events of a log are wanted.
public struct EventFilter: Sendable {
    /// Patterns of the shell, one of which must fit the name: `conn.*`; none: every name does.
    public var names: [String] = []
    /// The account that it must be about.
    public var user: String?
    /// The connection that it must be about.
    public var connection: String?
    /// The least level.
    public var level = EventLevel.debug
    /// The earliest moment; nil: any.
    public var since: EventMoment?

    /// Every event.
    public init() {}

    /// Those of `names` that no event of this version has; a log may be of another one.
    public var unknownNames: [String] {
        names.filter { pattern in
            !EventName.allCases.contains { Self.fits(pattern, $0.rawValue) }
        }
    }

    func wants(_ event: EventLine) -> Bool {
        event.level >= level && event.time >= since?.text ?? ""
            && (user == nil || event[.user] == user || event[.otherUser] == user)
            && (connection == nil || event[.connection] == connection)
            && (names.isEmpty || names.contains { Self.fits($0, event.name) })
    }

    private static func fits(_ pattern: String, _ name: String) -> Bool {
        fnmatch(pattern, name, 0) == 0
    }

    /// Whether a line is too old: cheaper than reading it.
    func isTooOld(_ line: ArraySlice<UInt8>) -> Bool {
        guard let since, let time = EventLine.time(of: line) else { return false }
        return time.lexicographicallyPrecedes(since.text.utf8)
    }
}

/// A moment to read a log from.
public struct EventMoment: Sendable {
    /// As the log writes it.
    let text: String

    /// So many seconds, minutes, hours or days ago, as in `90s`, `10m`, `2h` or `1d`; or a moment
    /// or day in UTC, as in `2026-11-21T22:48` or `2026-11-21`.
    ///
    /// - Returns: nil when it is neither.
    public init?(_ words: String) {
        self.init(words, now: SystemClock.milliseconds())
    }

    init?(_ words: String, now: Int64) {
        if let milliseconds = Self.milliseconds(words) {
            var bytes: [UInt8] = []
            Timestamp.append(now - milliseconds, to: &bytes)
            text = String(decoding: bytes, as: UTF8.self)
        } else {
            guard Self.isDate(words) else { return nil }
            text = words
        }
    }

    /// The file that a log was moved to by a rotation, when the last of its events are not
    /// older than this.
    public func olderFile(than path: String) -> String? {
        let older = path + ".1"
        var facts = stat()
        guard stat(older, &facts) == 0 else { return nil }
        let seconds = Int64(facts.st_mtim.tv_sec) + 1
        var written: [UInt8] = []
        Timestamp.append(seconds * 1_000, to: &written)
        return written.lexicographicallyPrecedes(text.utf8) ? nil : older
    }

    /// Up to ten thousand years.
    private static func milliseconds(_ words: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = words.last.flatMap({ units[$0] }), let count = Int64(words.dropLast()),
            (0...315_569_520_000 / unit).contains(count)
        else { return nil }
        return count * unit * 1_000
    }

    /// Whether this is the beginning of a time as the log writes it, at least a day, and of one
    /// that there is.
    private static func isDate(_ words: String) -> Bool {
        let form = "0000-00-00T00:00:00.000Z"
        guard (10...form.utf8.count).contains(words.utf8.count),
            zip(words.utf8, form.utf8).allSatisfy({ byte, model in
                model == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == model
            })
        else { return false }
        let numbers = words.split { !$0.isNumber }.compactMap { Int32($0) }
        var day = tm()
        (day.tm_year, day.tm_mon, day.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
        // A 30th of February becomes the 2nd of March.
        _ = timegm(&day)
        let most: [Int32] = [23, 59, 60]
        return day.tm_mon == numbers[1] - 1 && day.tm_mday == numbers[2]
            && zip(numbers.dropFirst(3), most).allSatisfy { $0 <= $1 }
    }
}
