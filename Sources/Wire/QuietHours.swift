/// The hours of each day in which notifications make no sound, in minutes since midnight.
package struct QuietHours: Equatable, Sendable {
    package let from: UInt32
    package let until: UInt32

    /// - Parameter text: "22:00-07:00".
    /// - Returns: nil for anything else.
    package init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { end in
            end.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
        }
        guard ends.count == 2, ends.allSatisfy({ $0.count == 2 }),
            let fromHour = ends[0][0], let fromMinute = ends[0][1],
            let untilHour = ends[1][0], let untilMinute = ends[1][1],
            fromHour < 24, untilHour < 24, fromMinute < 60, untilMinute < 60
        else { return nil }
        (from, until) = (fromHour * 60 + fromMinute, untilHour * 60 + untilMinute)
    }

    fileprivate init(from: UInt32, until: UInt32) { (self.from, self.until) = (from, until) }

    /// "22:00-07:00".
    package var text: String {
        [from, until].map { minutes in
            let (hour, minute) = (minutes / 60, minutes % 60)
            return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        }.joined(separator: "-")
    }
}

extension NoticeSettings {
    /// Nil: there are none.
    package var quietHours: QuietHours? {
        quiet && quietFrom != quietUntil ? QuietHours(from: quietFrom, until: quietUntil) : nil
    }
}
