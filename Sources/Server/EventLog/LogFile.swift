internal import Glibc
internal import Synchronization

/// A file that lines are appended to, and that can be opened again under its name.
final class LogFile: Sendable {
    private let path: String
    private let descriptor: Mutex<Int32>

    init(path: String) throws(EventSinkError) {
        guard let number = Self.open(path) else {
            throw EventSinkError(path: path, errorNumber: errno)
        }
        self.path = path
        descriptor = Mutex(number)
    }

    deinit {
        descriptor.withLock { _ = close($0) }
    }

    /// Goes on with the old file when the new one cannot be opened: late lines are better
    /// than none.
    ///
    /// - Returns: `errno`, or 0.
    func reopen() -> Int32 {
        guard let number = Self.open(path) else { return errno }
        let old = descriptor.withLock { current in
            defer { current = number }
            return current
        }
        _ = close(old)
        return 0
    }

    func write(_ bytes: [UInt8]) -> Bool {
        descriptor.withLock { Self.write(bytes, to: $0) }
    }

    private static func open(_ path: String) -> Int32? {
        let number = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        return number >= 0 ? number : nil
    }

    /// Writes all of `bytes`, waiting where the descriptor asks for it.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard Glibc.poll(&poll, 1, -1) >= 0 || errno == EINTR else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
