internal import Glibc
internal import Synchronization

/// A file that lines are appended to, and that can be opened again under its name.
final class LogFile: Sendable {
    private struct Opened {
        var descriptor: Int32
        /// How large the file is, where that matters.
        var size: Int
    }

    private let path: String
    private let rotation: LogRotation?
    private let current: Mutex<Opened>

    /// - Parameter rotation: when the file is moved away; nil: never.
    init(path: String, rotation: LogRotation? = nil) throws(EventSinkError) {
        guard let opened = Self.open(path) else {
            throw EventSinkError(path: path, errorNumber: errno)
        }
        (self.path, self.rotation) = (path, rotation)
        current = Mutex(opened)
    }

    deinit {
        current.withLock { _ = close($0.descriptor) }
    }

    /// Goes on with the old file when the new one cannot be opened: late lines are better
    /// than none.
    ///
    /// - Returns: `errno`, or 0.
    func reopen() -> Int32 {
        current.withLock { Self.reopen(path, &$0) }
    }

    /// Writes whole lines; before that, begins a new file if they would make this one too large.
    func write(_ bytes: [UInt8]) -> Bool {
        current.withLock { current in
            if let rotation, current.size > 0, current.size + bytes.count > rotation.bytes {
                rotate(rotation, &current)
            }
            guard LineOutput.write(bytes, to: current.descriptor) else { return false }
            current.size += bytes.count
            return true
        }
    }

    /// Moves the file away, unless the other daemon has: two of them write to it during a takeover.
    /// When no new one can be opened, the old one goes on, and is as full again before the next
    /// attempt.
    private func rotate(_ rotation: LogRotation, _ current: inout Opened) {
        current.size = 0
        guard !isNamed(current) || rotation.moveAway(path) else { return }
        _ = Self.reopen(path, &current)
    }

    /// Whether the file is the one that has its name.
    private func isNamed(_ current: Opened) -> Bool {
        var (mine, named) = (stat(), stat())
        return fstat(current.descriptor, &mine) == 0 && stat(path, &named) == 0
            && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
    }

    private static func reopen(_ path: String, _ current: inout Opened) -> Int32 {
        guard let opened = open(path) else { return errno }
        close(current.descriptor)
        current = opened
        return 0
    }

    /// A file that is made here has its mode whatever the umask says, which is the data's: the log
    /// never holds what people wrote, and a group may read it. One that is there keeps its own.
    private static func open(_ path: String) -> Opened? {
        let (flags, mode) = (O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640 as mode_t)
        var number = Glibc.open(path, flags | O_EXCL, mode)
        if number >= 0 {
            fchmod(number, mode)
        } else if errno == EEXIST {
            number = Glibc.open(path, flags, mode)
        }
        guard number >= 0 else { return nil }
        var facts = stat()
        return Opened(descriptor: number, size: fstat(number, &facts) == 0 ? facts.st_size : 0)
    }
}

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
