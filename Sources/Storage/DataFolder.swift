import Glibc
package import Kernel

/// The folder that holds a daemon's data, and the lock that keeps a second daemon out.
public struct DataFolder: ~Copyable, Sendable {
    /// Why the folder cannot be used; one line for the administrator.
    public struct Problem: Error, CustomStringConvertible, Sendable {
        /// The line.
        public let description: String
        /// Whether a daemon has it: then it is free as soon as that daemon has stopped.
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
    /// The time between two attempts at a lock that another daemon is about to release.
    private static let pollMilliseconds: Int32 = 5

    private init(path: String, lock: Int32) {
        self.path = path
        self.lock = lock
    }

    /// Creates the folder if it is missing (mode 0700; its parent must exist), and locks it.
    ///
    /// - Parameter patience: how long to wait until another daemon releases it.
    /// - Throws: ``Problem`` when it cannot be created or written, or another daemon has it.
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
        // A lock that root creates for a daemon of another user must be that daemon's to open.
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

    /// The folder of users' files in a data folder.
    public static func files(in folder: String) -> String { folder + "/files" }

    deinit { _ = Glibc.close(lock) }

    /// Gives files the owner of a folder: what root creates for a daemon of another user must be
    /// that daemon's to open.
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
    /// The kinds of failure, with their numbers in sysexits.h.
    public enum Kind: Int32, Sendable {
        /// The command does not reach the data.
        case elsewhere = 64
        /// The copy, or its source, is damaged, or is no database of ours.
        case damaged = 65
        /// There is nothing to read, or reading is not allowed.
        case missing = 66
        /// There is no user of that name.
        case nobody = 67
        /// The file or the folder cannot be created, or exists already.
        case notMade = 73
        /// Something could not be written completely.
        case notWritten = 74
        /// Another process has the data, or the command was interrupted: it may be tried again.
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

    /// A failure of the last system call.
    package static func ofSystem(_ kind: Kind, _ what: String) -> DataFailure {
        DataFailure(kind, "\(what): \(String(cString: strerror(errno)))")
    }

    /// A failure of the database.
    ///
    /// - Parameter what: what the program was doing.
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
