import Glibc

/// A file that is being written: under another name, until it is complete and gets its own.
///
/// Only its owner may read it. A draft that is not published is removed. A process that is killed
/// leaves `PATH.draft`, which the next one removes.
package struct Draft: ~Copyable {
    /// The final name.
    package let path: String
    /// The name of the draft.
    package let draftPath: String
    /// Open for reading and writing.
    package let file: Int32

    /// - Parameter path: the final name.
    package init(of path: String) throws(DataFailure) {
        self.path = path
        draftPath = path + ".draft"
        file = try Self.open(draftPath)
    }

    /// A second process that writes the same file is refused.
    ///
    /// The draft is always a new file: an existing one may be readable by another user, or be a
    /// second name of a good copy.
    private static func open(_ path: String) throws(DataFailure) -> Int32 {
        while true {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
            let file = Glibc.open(path, flags, 0o600)
            if file >= 0 {
                if flock(file, LOCK_EX | LOCK_NB) == 0, isStill(file, at: path) { return file }
                // Another process took it for a leftover.
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
            // Its former process may have published it meanwhile, or removed it.
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

    /// Creates a file with these bytes, or replaces it, durably.
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

    /// Gives it its final name, durably.
    ///
    /// - Parameter replacing: whether it may replace a file of that name.
    package consuming func publish(replacing: Bool) throws(DataFailure) {
        guard fsync(file) == 0 else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        // `link` fails when the name is taken, also when another process was faster.
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
        // Once it is published, the draft's name may belong to another process.
        if Self.isStill(file, at: draftPath) { _ = unlink(draftPath) }
        _ = close(file)
    }
}
