import CLinux
import Glibc

/// The monotonic clock of the machine, which a loop reads once a turn.
public enum LoopClock {
    /// The time of the loops, read anew: for callers on other threads.
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

/// A tick of a loop's clock in 32 bits, to save memory in what each connection has: the low bits
/// of it. Near which tick it lies is known, so the high bits follow.
///
/// All zero bits are none.
struct ShortTick {
    /// How far ahead one may lie: 2^29 ticks of 16 ms are 99 days.
    static let aheadMax: Int64 = 1 << 29
    static let none = ShortTick()

    private var bits: UInt32 = 0

    private init() {}

    /// One tick in four billion is taken for the next, because zero means none.
    init(_ tick: Int64) {
        bits = max(UInt32(truncatingIfNeeded: tick), 1)
    }

    /// The tick; nil when there is none.
    ///
    /// - Parameter known: a tick that is less than 2^31 ticks away.
    func tick(near known: Int64) -> Int64? {
        guard bits != 0 else { return nil }
        return known &+ Int64(Int32(bitPattern: bits &- UInt32(truncatingIfNeeded: known)))
    }
}

/// The one timer descriptor of a loop, which lives in its epoll beside the sockets.
struct Alarm: ~Copyable {
    private let descriptor: Descriptor
    /// When it rings next; in the past once it has rung.
    private var armedMilliseconds = Int64.max

    init() throws(SystemError) {
        let flags = O_CLOEXEC | O_NONBLOCK
        guard let descriptor = Descriptor(owning: linux_timerfd_create(CLOCK_MONOTONIC, flags))
        else {
            throw SystemError("timerfd_create")
        }
        self.descriptor = descriptor
    }

    var number: Int32 { descriptor.number }

    /// Makes it ring at `milliseconds`, or before: an earlier ring that is still to come stays.
    mutating func ring(at milliseconds: Int64, now: Int64) {
        guard milliseconds < armedMilliseconds || armedMilliseconds <= now else { return }
        armedMilliseconds = milliseconds
        // Zero would disarm it.
        let time = max(1, milliseconds)
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1000)
        setting.it_value.tv_nsec = Int(time % 1000) * 1_000_000
        _ = linux_timerfd_settime(descriptor.number, Int32(LINUX_TIMER_ABSOLUTE), &setting, nil)
    }
}
