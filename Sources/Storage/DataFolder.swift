import Glibc
package import Kernel

/// The folder that holds a daemon's data, and the lock that keeps a second daemon out.
public struct DataFolder: ~Copyable, Sendable {
    /// Why the folder cannot be used; one line for the administrator.
    public struct Problem: Error, CustomStringConvertible, Sendable {
        /// The line.
        public let description: String
        /// Whether a daemon has it: then it is free as soon as that has stopped.
        public var isInUse: Bool

        /// - Parameter description: one line.
        package init(description: String, isInUse: Bool = false) {
            self.description = description
            self.isInUse = isInUse
        }
    }

    /// The folder.
    public let path: String
    private let lock: Int32
    /// How often a lock that another daemon is about to let go of is tried.
    private static let pollMilliseconds: Int32 = 5

    private init(path: String, lock: Int32) {
        self.path = path
        self.lock = lock
    }

    /// Makes the folder if it is missing (mode 0700; its parent must exist) and locks it.
    ///
    /// - Parameter patience: how long to wait for another daemon to let go of it.
    /// - Throws: ``Problem`` when it cannot be made or written, or another daemon has it.
    public static func open(
        _ path: String, waiting patience: Duration = .zero
    ) throws(Problem) -> DataFolder {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Problem(description: "cannot make the data folder \(path): \(reason)")
        }
        let lock = Glibc.open(path + "/upford.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw Problem(description: "cannot write in the data folder \(path): \(reason)")
        }
        // Made by root for somebody else's daemon, it has to be that one's to open.
        var owner = stat()
        if geteuid() == 0, stat(path, &owner) == 0 { _ = fchown(lock, owner.st_uid, owner.st_gid) }
        guard isLocked(lock, waiting: patience) else {
            _ = Glibc.close(lock)
            throw Problem(
                description: "the data folder \(path) is in use by another upford", isInUse: true)
        }
        return DataFolder(path: path, lock: lock)
    }

    private static func isLocked(_ lock: Int32, waiting patience: Duration) -> Bool {
        let end = ContinuousClock.now + patience
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                return false
            }
            _ = poll(nil, 0, pollMilliseconds)
        }
        return true
    }

    deinit { _ = Glibc.close(lock) }

    /// Has files belong to whom a folder belongs to: what root makes for somebody else's daemon has
    /// to be that one's to open.
    public static func giveToOwner(of folder: String, _ paths: [String]) {
        var facts = stat()
        guard geteuid() == 0, stat(folder, &facts) == 0 else { return }
        for path in paths { _ = lchown(path, facts.st_uid, facts.st_gid) }
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// Why a command could not do something with the data, or a copy of them: one line for the
/// administrator.
public struct DataFailure: Error, CustomStringConvertible, Sendable {
    /// The kinds of it, with the numbers that sysexits.h has for them.
    public enum Kind: Int32, Sendable {
        /// The data are where the command does not reach.
        case elsewhere = 64
        /// The copy, or what was to be copied, is not what it should be.
        case damaged = 65
        /// There is nothing to read, or it may not be read.
        case missing = 66
        /// There is no user of that name.
        case nobody = 67
        /// The file, or the folder, cannot be made, or is there already.
        case notMade = 73
        /// Something could not be written to its end.
        case notWritten = 74
        /// Another process has the data, or the end was asked for: it may be tried again.
        case notNow = 75
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// The line.
    public let description: String

    /// - Parameter description: one line.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A failure of the system call that came last.
    package static func ofSystem(_ kind: Kind, _ what: String) -> DataFailure {
        DataFailure(kind, "\(what): \(String(cString: strerror(errno)))")
    }

    /// A failure of the database.
    ///
    /// - Parameter what: what was under way.
    package init(_ what: String, _ error: StoreError) {
        let kind: Kind =
            switch error {
            case .broken, .unexpectedColumn: .damaged
            case .unreachable, .contended: .notNow
            case .full, .failed, .conflict: .notWritten
            }
        self.init(kind, "\(what): \(error.words)")
    }
}
