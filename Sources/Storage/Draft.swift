import Glibc

/// A file on its way: written under another name, and given its own when it is whole.
///
/// Only its owner may read it. What becomes of it otherwise: nothing is left. A process that is
/// killed leaves `PATH.draft`, which the next one removes.
package struct Draft: ~Copyable {
    /// The name that it is to have.
    package let path: String
    /// The name that it has.
    package let draftPath: String
    /// To read and to write.
    package let file: Int32

    /// - Parameter path: the name that it is to have.
    package init(of path: String) throws(DataFailure) {
        self.path = path
        draftPath = path + ".draft"
        file = try Self.open(draftPath)
    }

    /// Of two who write the same file, the second is refused.
    ///
    /// It is always a new file: what lies there may be somebody else's to read, or have the name of
    /// a good copy besides.
    private static func open(_ path: String) throws(DataFailure) -> Int32 {
        while true {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            let file = Glibc.open(path, flags, 0o600)
            if file >= 0 {
                if flock(file, LOCK_EX | LOCK_NB) == 0, isStill(file, at: path) { return file }
                // Somebody took it for what another had left.
                _ = close(file)
            } else {
                guard errno == EEXIST else { throw .ofSystem(.notMade, "cannot make \(path)") }
                try removeLeftover(path)
            }
        }
    }

    private static func removeLeftover(_ path: String) throws(DataFailure) {
        let file = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        defer { _ = close(file) }
        if file >= 0 {
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                throw DataFailure(.notNow, "\(path) is being written by another upford")
            }
            // Whoever had it before may have given it its name, or removed it.
            guard isStill(file, at: path) else { return }
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .ofSystem(.notMade, "cannot replace \(path)")
        }
    }

    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var (here, there) = (stat(), stat())
        return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
            && here.st_dev == there.st_dev
    }

    /// Makes a file of these bytes, or replaces it, durably.
    package static func write(
        _ bytes: [UInt8], as path: String, ownedBy owner: (user: UInt32, group: UInt32)? = nil
    ) throws(DataFailure) {
        let draft = try Draft(of: path)
        if let owner, fchown(draft.file, owner.user, owner.group) != 0 {
            throw .ofSystem(.notWritten, "cannot give away \(path)")
        }
        try draft.write(bytes)
        try draft.publish(replacing: true)
    }

    /// Writes its first bytes.
    package borrowing func write(_ bytes: [UInt8]) throws(DataFailure) {
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw .ofSystem(.notWritten, "cannot write \(path)")
        }
    }

    /// Gives it its name, durably.
    ///
    /// - Parameter replacing: whether a file of that name may go.
    package consuming func publish(replacing: Bool) throws(DataFailure) {
        guard fsync(file) == 0 else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        // `link` fails when the name is taken, also by whoever was faster.
        let isNamed = replacing ? rename(draftPath, path) : link(draftPath, path)
        guard isNamed == 0 else { throw .ofSystem(.notMade, "cannot make \(path)") }
        if !replacing { _ = unlink(draftPath) }
        guard Self.syncFolder(of: path) else {
            throw .ofSystem(.notWritten, "cannot write the folder of \(path)")
        }
    }

    /// Makes the names in a file's folder durable.
    package static func syncFolder(of path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let file = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { _ = close(file) }
        return fsync(file) == 0
    }

    deinit {
        // Once it has its name, the other may be somebody else's.
        if Self.isStill(file, at: draftPath) { _ = unlink(draftPath) }
        _ = close(file)
    }
}
