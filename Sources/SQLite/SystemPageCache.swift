import CLinux
import Glibc
package import Kernel

/// Linux's page cache.
///
/// Closing a file releases the POSIX locks that this process holds on it, those of SQLite too: no
/// connection may be open on a file that is dropped.
struct SystemPageCache: PageCache {
    /// How long to wait for pages that another process is reading.
    private static let patience = Duration.seconds(5)
    private static let pollMilliseconds: Int32 = 20
    /// Their numbers in linux/magic.h.
    private static let (tmpfs, ramfs) = (0x0102_1994, 0x8584_58F6)

    func byteCount(of path: String) -> Int? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }

    func drop(_ path: String) throws(StoreError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure("cannot read \(path)") }
        defer { _ = close(file) }
        guard !Self.isInMemory(file) else { return }
        let end = ContinuousClock.now + Self.patience
        while true {
            // Its result does not matter. An error may be that of an earlier process, and what
            // could not be written is read from the disk in a moment.
            _ = fsync(file)
            _ = posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
            let left = try ResidentPages(of: file, path)
            if left.isEmpty { return }
            guard ContinuousClock.now < end else {
                return try left.compareWithDisk(path)
            }
            _ = poll(nil, 0, Self.pollMilliseconds)
        }
    }

    /// Whether its file system has no disk: there the cached pages are the file.
    private static func isInMemory(_ file: Int32) -> Bool {
        var facts = [Int](repeating: 0, count: 32)
        return linux_fstatfs(file, &facts) == 0 && [tmpfs, ramfs].contains(facts[0])
    }

    static func failure(_ what: String) -> StoreError {
        .failed("\(what): \(String(cString: strerror(errno)))")
    }
}

/// The kernel's cached pages of a file.
///
/// After a failed write or sync they differ from the disk: the kernel marks them clean and goes on
/// to show them to every process, until it drops them or the power is cut.
///
/// - Source: fsync(2); Rebello and others, "Can Applications Recover from fsync Failures?" (2020).
package protocol PageCache: Sendable {
    /// - Returns: nil when there is no such file.
    func byteCount(of path: String) -> Int?

    /// Writes what is still to be written, and drops the cached pages: the next read comes from the
    /// disk.
    ///
    /// - Throws: `.failed` when it cannot be shown that cache and disk are the same.
    func drop(_ path: String) throws(StoreError)
}
