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

    /// Gives `path` and what was moved away before the next number; the last one is lost. Nothing
    /// else is moved when `path` cannot be.
    ///
    /// - Returns: whether `path` is free now.
    func moveAway(_ path: String) -> Bool {
        guard rename(path, "\(path).0") == 0 else { return false }
        for number in (0..<keptCount).reversed() {
            _ = rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        return true
    }
}
