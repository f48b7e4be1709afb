import Glibc

/// The monotonic clock of the machine, which a loop reads once a turn.
public enum LoopClock {
    /// The time of the loops, read anew: for who counts with them on another thread.
    public static var now: Duration { .milliseconds(milliseconds()) }

    /// Nanoseconds since some fixed moment, usually the boot: for measuring.
    public static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }

    /// Milliseconds since the same moment.
    static func milliseconds() -> Int64 { Int64(nanoseconds / 1_000_000) }
}

extension Duration {
    /// Whole milliseconds, rounded up; 0 for less than nothing, and at most 292,000 years.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1000 - 1 else { return Int64.max }
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
