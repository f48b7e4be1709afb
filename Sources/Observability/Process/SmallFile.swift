import Glibc

/// A file that is read whole.
package enum SmallFile {
    /// - Returns: nil when it cannot be read (`errno` says why).
    package static func bytes(of path: String, atMost bytesMax: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = read(file, &bytes, bytes.count)
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }
}
