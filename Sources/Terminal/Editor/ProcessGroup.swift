import Glibc

/// The group of processes that a shell starts, stops and continues as one.
enum ProcessGroup {
    /// Whether no shell minds ours: nobody in its session started it, or it is what the session
    /// began with. The kernel does not stop such a group, and nobody would continue it.
    ///
    /// - Source: POSIX.1-2024, 3.264 "Orphaned Process Group"; only this process's own parent is
    ///   looked at.
    static var isOrphaned: Bool {
        let session = getsid(0)
        return getpgrp() == session || getsid(getppid()) != session
    }
}
