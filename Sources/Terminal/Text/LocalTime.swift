import Glibc
import SwiftProtobuf
import Wire

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
