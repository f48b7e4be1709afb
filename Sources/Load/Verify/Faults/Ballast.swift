import Glibc

/// A file that takes whatever room is left.
struct Ballast: Sendable {
    let path: String

    /// Fills the file system, to the last byte.
    func fill() {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 65_536)
        // Smaller and smaller pieces, since a large one that does not fit may not fit at all.
        for size in [65_536, 4096, 1] {
            while write(file, block, size) == size {}
        }
    }

    /// Makes room again.
    func remove() { unlink(path) }
}
