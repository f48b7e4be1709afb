import Glibc
import SwiftProtobuf
import Wire

/// A typed time, by the local clock: `18:30`, `2026-11-27 18:30`, or with a zone as
/// `2026-11-27T18:30:00Z`.
struct TypedTime: Equatable, Sendable {
    let timestamp: Google_Protobuf_Timestamp

    /// - Throws: `.usage` for anything else.
    init(_ text: String, at times: LocalTime) throws(Failure) {
        if let timestamp = Google_Protobuf_Timestamp(rfc3339: text) {
            self.timestamp = timestamp
            return
        }
        guard let seconds = Self.seconds(of: text, at: times) else {
            throw .usage("expected a time: 18:30, or 2026-11-27 18:30, got \(SafeText(text).line)")
        }
        timestamp = Google_Protobuf_Timestamp(seconds: Int64(seconds))
    }

    /// A day as well, `2026-11-27`: its first moment, or with `isEnd` the first moment behind it.
    ///
    /// - Throws: `.usage` for anything else.
    init(_ text: String, isEnd: Bool, at times: LocalTime) throws(Failure) {
        guard let date = Self.numbers(text[...], separator: "-", 3) else {
            self = try TypedTime(text, at: times)
            return
        }
        // A day has 23 to 25 hours.
        let next = Self.start(of: date, at: times).map { times.calendar($0 + 26 * 3_600) }
        let wanted =
            isEnd
            ? next.map { [Int($0.tm_year) + 1900, Int($0.tm_mon) + 1, Int($0.tm_mday)] } : date
        guard let seconds = wanted.flatMap({ Self.start(of: $0, at: times) }) else {
            throw .usage("expected a day: 2026-11-27, got \(SafeText(text).line)")
        }
        timestamp = Google_Protobuf_Timestamp(seconds: Int64(seconds))
    }

    /// In some places the clocks go on at midnight.
    private static func start(of date: [Int], at times: LocalTime) -> Int? {
        seconds(date, [0, 0], at: times) ?? seconds(date, [1, 0], at: times)
    }

    private static func seconds(of text: String, at times: LocalTime) -> Int? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let last = words.last, (1...2).contains(words.count),
            let clock = numbers(last, separator: ":", 2), clock[0] < 24, clock[1] < 60
        else { return nil }
        if words.count == 2 {
            guard let date = numbers(words[0], separator: "-", 3) else { return nil }
            return seconds(date, clock, at: times)
        }
        // The next time that the clock shows this.
        let now = times.now()
        for day in [now, now + 86_400] {
            let parts = times.calendar(day)
            let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
            if let found = seconds(date, clock, at: times), found > now { return found }
        }
        return nil
    }

    private static func numbers(
        _ text: Substring, separator: Character, _ count: Int
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 4 && part.allSatisfy(\.isNumber) ? Int(part) : nil
        }
        return numbers.count == count && parts.count == count ? numbers : nil
    }

    /// The moment at which clock and calendar of the place show this; nil: they never do.
    private static func seconds(_ date: [Int], _ clock: [Int], at times: LocalTime) -> Int? {
        guard (1970...9999).contains(date[0]) else { return nil }
        var wanted = tm()
        wanted.tm_year = Int32(date[0] - 1900)
        (wanted.tm_mon, wanted.tm_mday) = (Int32(date[1] - 1), Int32(date[2]))
        (wanted.tm_hour, wanted.tm_min) = (Int32(clock[0]), Int32(clock[1]))
        let utc = timegm(&wanted)
        // The place is ahead of UTC, or behind, by what its clock shows at that moment; twice,
        // since the offset may be another one there.
        var guess = utc
        for _ in 0..<2 {
            var shown = times.calendar(guess)
            guess -= timegm(&shown) - utc
        }
        let shown = times.calendar(guess)
        let matches =
            Int(shown.tm_mday) == date[2] && Int(shown.tm_mon) + 1 == date[1]
            && Int(shown.tm_hour) == clock[0] && Int(shown.tm_min) == clock[1]
        return matches ? guess : nil
    }
}

/// Times as people of this place read them: `14:02` today, `Fri 14:02` this week, else a date.
struct LocalTime: Sendable {
    /// Seconds since 1970, now.
    let now: @Sendable () -> Int
    /// Seconds since 1970, as year, month, day, hour and minute of this place.
    let calendar: @Sendable (Int) -> tm

    /// The clock and the time zone of this computer.
    static let system = LocalTime(
        now: { time(nil) },
        calendar: { seconds in
            var seconds = time_t(seconds)
            var parts = tm()
            localtime_r(&seconds, &parts)
            return parts
        })

    /// How `timestamp` reads from now.
    func text(_ timestamp: Google_Protobuf_Timestamp) -> String {
        let then = Int(clamping: timestamp.seconds)
        let (moment, today) = (calendar(then), calendar(now()))
        if moment.tm_year == today.tm_year && moment.tm_yday == today.tm_yday {
            return clock(timestamp)
        }
        let distance = now().subtractingReportingOverflow(then).partialValue.magnitude
        if distance < 6 * 86_400 { return "\(weekday(moment)) \(clock(timestamp))" }
        let date = "\(moment.tm_mday) \(month(moment))"
        return moment.tm_year == today.tm_year
            ? "\(date) \(clock(timestamp))" : "\(date) \(Int(moment.tm_year) + 1900)"
    }

    /// With its day, whenever it is: for what lies ahead.
    func date(_ timestamp: Google_Protobuf_Timestamp) -> String {
        let (moment, today) = (calendar(Int(clamping: timestamp.seconds)), calendar(now()))
        let year = moment.tm_year == today.tm_year ? "" : " \(Int(moment.tm_year) + 1900)"
        return "\(weekday(moment)) \(moment.tm_mday) \(month(moment))\(year) \(clock(timestamp))"
    }

    /// Only hours and minutes.
    func clock(_ timestamp: Google_Protobuf_Timestamp) -> String {
        let parts = calendar(Int(clamping: timestamp.seconds))
        return "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
    }

    private func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private func weekday(_ parts: tm) -> String {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return names.indices.contains(Int(parts.tm_wday)) ? names[Int(parts.tm_wday)] : "?"
    }

    private func month(_ parts: tm) -> String {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return names.indices.contains(Int(parts.tm_mon)) ? names[Int(parts.tm_mon)] : "?"
    }
}
