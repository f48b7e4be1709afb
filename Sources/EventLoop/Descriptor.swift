import Glibc

/// An open descriptor with exactly one owner: it cannot be copied, and is closed exactly once.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over `number`, or nothing when the system call that made it has failed.
    init?(owning number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { _ = Glibc.close(number) }
}

/// Descriptors that those who connect never get: the rest of the process needs some at any time.
///
/// Dispatch is part of the rest. Once a second, while work waits for a thread, it opens a file in
/// /proc for each of its threads; when it cannot, it ends the process (SIGILL in
/// `_dispatch_workq_monitor_pools`, seen with Swift 6.3.1).
enum DescriptorReserve {
    private static let countMax: rlim_t = 32

    /// What a socket that was accepted has to be below to be kept. The kernel gives the least
    /// number that is free, so one beyond it says that no others are left but the reserve. It is
    /// asked each time: another process may change the limit.
    ///
    /// - Source: open(2); prlimit(2)
    static var firstNumber: Int32 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return .max
        }
        // Of few descriptors a few.
        return Int32(clamping: limit.rlim_cur - min(countMax, limit.rlim_cur / 8))
    }
}
