import Dispatch
import Glibc

/// The clock that latencies are measured by.
enum MonotonicClock {
    /// Nanoseconds since some fixed moment; the same for all threads.
    static func nanoseconds() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) ?? 0 }

    /// What a clock of the system shows; nil if there is no such clock.
    static func nanoseconds(of clock: clockid_t) -> UInt64? {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    /// What the wall clock shows, in milliseconds since 1970.
    static func wallMilliseconds() -> Int64 {
        Int64(clamping: (nanoseconds(of: CLOCK_REALTIME) ?? 0) / 1_000_000)
    }

    /// Returns when so much time has passed.
    static func pass(_ milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                continuation.resume()
            }
        }
    }
}
