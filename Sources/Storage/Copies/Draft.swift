import Glibc

/// A file on its way: written under another name, and given its own when it is whole.
///
/// Only its owner may read it. What becomes of it otherwise: nothing is left. A process that is
/// killed leaves `PATH.draft`, which the next one takes over.
struct Draft: ~Copyable {
    /// The name that it is to have.
    let path: String
    /// The name that it has.
    let draftPath: String
    /// To read and to write.
    let file: Int32

    init(of path: String) throws(DataFailure) {
        self.path = path
        draftPath = path + ".draft"
        file = try Self.open(draftPath)
    }

    /// Of two who write the same file, the second is refused.
    private static func open(_ path: String) throws(DataFailure) -> Int32 {
        while true {
            let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw .ofSystem(.notMade, "cannot make \(path)") }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                _ = close(file)
                throw DataFailure(.notNow, "\(path) is being written by another upford")
            }
            // Whoever had it before may have given it its name, or removed it.
            if isStill(file, at: path), ftruncate(file, 0) == 0, fchmod(file, 0o600) == 0 {
                return file
            }
            _ = close(file)
        }
    }

    private static func isStill(_ file: Int32, at path: String) -> Bool {
        var (here, there) = (stat(), stat())
        return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
            && here.st_dev == there.st_dev
    }

    /// Gives it its name, durably.
    ///
    /// - Parameter replacing: whether a file of that name may go.
    consuming func publish(replacing: Bool) throws(DataFailure) {
        guard fsync(file) == 0 else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        // `link` fails when the name is taken, also by whoever was faster.
        let isNamed = replacing ? rename(draftPath, path) : link(draftPath, path)
        guard isNamed == 0 else { throw .ofSystem(.notMade, "cannot make \(path)") }
        guard Self.syncFolder(of: path) else {
            throw .ofSystem(.notWritten, "cannot write the folder of \(path)")
        }
    }

    /// Makes the names in a file's folder durable.
    static func syncFolder(of path: String) -> Bool {
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
