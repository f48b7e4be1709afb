import Glibc
import Kernel

/// The folder that holds a daemon's data, and the lock that keeps a second daemon out.
public struct DataFolder: ~Copyable, Sendable {
    /// Why the folder cannot be used; one line for the administrator.
    public struct Problem: Error, CustomStringConvertible, Sendable {
        /// The line.
        public let description: String
    }

    /// The folder.
    public let path: String
    private let lock: Int32

    private init(path: String, lock: Int32) {
        self.path = path
        self.lock = lock
    }

    /// Makes the folder if it is missing (mode 0700; its parent must exist) and locks it.
    ///
    /// - Throws: ``Problem`` when it cannot be made or written, or another daemon has it.
    public static func open(_ path: String) throws(Problem) -> DataFolder {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(description: "cannot make the data folder \(path): \(reason)")
        }
        let lock = Glibc.open(path + "/upford.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw Problem(description: "cannot write in the data folder \(path): \(reason)")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            _ = Glibc.close(lock)
            throw Problem(description: "the data folder \(path) is in use by another upford")
        }
        return DataFolder(path: path, lock: lock)
    }

    deinit { _ = Glibc.close(lock) }

    private static var reason: String { String(cString: strerror(errno)) }
}
