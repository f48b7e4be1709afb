import CWorker
import Glibc

/// Waits for the end of a process of ours.
struct ProcessEnding {
    private let process: Int32
    private let watch: Descriptor?

    /// Can be read when it has ended; -1 where the kernel has no such thing: then only the end of
    /// what it says tells.
    var descriptor: Int32 { watch?.number ?? -1 }

    init(of process: Int32) {
        self.process = process
        watch = try? Descriptor(taking: worker_watch(process))
    }

    /// - Returns: false when it has not ended by then.
    func wait(until deadline: ContinuousClock.Instant) -> Bool {
        guard let watch else { return true }
        return (try? Poll.wait(for: [watch.number], until: deadline)) != nil
    }

    /// Takes note of how it ended. It has ended, or been killed.
    func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status
    }
}
