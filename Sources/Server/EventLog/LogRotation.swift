internal import Glibc

/// When a log's file is moved away and begun anew, and how many old ones stay.
public struct LogRotation: Sendable {
    /// The size at which it is time.
    let bytes: Int
    let keptCount: Int

    /// - Parameters:
    ///   - bytes: the size at which it is time; 0: never.
    ///   - keptCount: old files that stay, 1 or more: `path.1`, the newest, and so on.
    /// - Returns: nil for never.
    public init?(bytes: Int, keptCount: Int) {
        guard bytes > 0 else { return nil }
        (self.bytes, self.keptCount) = (bytes, max(1, keptCount))
    }

    /// Gives `path` and what was moved away before the next number; the last one is lost.
    ///
    /// - Returns: whether `path` is free now.
    func moveAway(_ path: String) -> Bool {
        for number in stride(from: keptCount - 1, to: 0, by: -1) {
            _ = rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        return rename(path, "\(path).1") == 0
    }
}
