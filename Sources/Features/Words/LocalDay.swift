import Kernel

/// A calendar day in the time zone of a user.
struct LocalDay: Hashable, Comparable, Sendable {
    /// Minutes that a clock may be ahead of UTC.
    static let zones = -720...840
    private static let minuteMilliseconds: Int64 = 60_000
    private static let dayMinutes: Int64 = 1_440

    /// Days since 1970-01-01.
    let number: Int64

    /// - Parameter number: as the property.
    init(number: Int64) { self.number = number }

    /// The current day where clocks are `zone` minutes ahead of UTC.
    init(at now: Moment, zone: Int) {
        let minutes = Self.floor(now.unixMilliseconds, Self.minuteMilliseconds) + Int64(zone)
        number = Self.floor(minutes, Self.dayMinutes)
    }

    /// When it begins there.
    func begin(zone: Int) -> Moment {
        Moment(
            unixMilliseconds: (number * Self.dayMinutes - Int64(zone)) * Self.minuteMilliseconds)
    }

    /// The day after.
    var next: LocalDay { LocalDay(number: number + 1) }

    /// "2027-05-20".
    ///
    /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    var text: String {
        let shifted = number + 719_468
        let era = Self.floor(shifted, 146_097)
        let day = shifted - era * 146_097
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let date = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let whole = era * 400 + year + (month <= 2 ? 1 : 0)
        return [Self.padded(whole, 4), Self.padded(month, 2), Self.padded(date, 2)]
            .joined(separator: "-")
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
