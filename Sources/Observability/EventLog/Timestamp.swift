/// Writes moments as people and tools read them: RFC 3339, UTC, to the millisecond.
enum Timestamp {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Appends `2026-11-21T01:36:00.123Z`.
    ///
    /// - Parameter unixMilliseconds: since 1970; moments outside the years 0 to 9999 are written
    ///   as the nearest end.
    /// - Source: RFC 3339 §5.6
    static func append(_ unixMilliseconds: Int64, to output: inout [UInt8]) {
        let moment = min(max(unixMilliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let date = date(ofDay: Int((moment - millisecondOfDay(moment)) / millisecondsPerDay))
        append(date.year, digits: 4, to: &output)
        output.append(UInt8(ascii: "-"))
        append(date.month, digits: 2, to: &output)
        output.append(UInt8(ascii: "-"))
        append(date.day, digits: 2, to: &output)
        output.append(UInt8(ascii: "T"))
        appendClock(moment, to: &output)
        output.append(UInt8(ascii: "Z"))
    }

    /// Appends the time of day alone: `01:36:00.123`.
    static func appendClock(_ unixMilliseconds: Int64, to output: inout [UInt8]) {
        let time = Int(millisecondOfDay(unixMilliseconds))
        append(time / 3_600_000, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(time / 60_000 % 60, digits: 2, to: &output)
        output.append(UInt8(ascii: ":"))
        append(time / 1_000 % 60, digits: 2, to: &output)
        output.append(UInt8(ascii: "."))
        append(time % 1_000, digits: 3, to: &output)
    }

    private static func millisecondOfDay(_ unixMilliseconds: Int64) -> Int64 {
        let rest = unixMilliseconds % millisecondsPerDay
        return rest < 0 ? rest + millisecondsPerDay : rest
    }

    /// The date of the Gregorian calendar, `day` days after 1970-01-01.
    ///
    /// Years are counted from 1 March, so that the leap day is a year's last; the 153 days of five
    /// months repeat, and 400 years have 146,097 days.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        // From 0000-03-01; after 400 more years nothing is negative.
        let sinceMarch = day + 719_468 + 146_097
        let era = sinceMarch / 146_097
        let dayOfEra = sinceMarch % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = (era - 1) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfMonth)
    }

    private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
    }
}
