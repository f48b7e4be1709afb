import CLinux
import Glibc

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
