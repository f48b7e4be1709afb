import Glibc

@testable import Terminal

extension LocalTime {
    /// Greenwich, at a moment that does not pass.
    static func utc(now: Int) -> LocalTime {
        LocalTime(
            now: { now },
            calendar: { seconds in
                var seconds = time_t(seconds)
                var parts = tm()
                gmtime_r(&seconds, &parts)
                return parts
            })
    }
}
