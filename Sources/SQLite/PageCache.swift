package import Kernel

/// The kernel's copies of a file's pages.
///
/// After a failed write or sync they are not what the disk has: the kernel marks them clean and
/// goes on to show them to every process, until it drops them or the power is cut.
///
/// - Source: fsync(2); Rebello and others, "Can Applications Recover from fsync Failures?" (2020).
package protocol PageCache: Sendable {
    /// - Returns: nil when there is no such file.
    func byteCount(of path: String) -> Int?

    /// Writes what is still to be written and drops the copies: what is read next comes from the
    /// disk.
    ///
    /// - Throws: `.failed` when it cannot be shown that the two are the same.
    func drop(_ path: String) throws(StoreError)
}
