import Glibc

/// A small file system in memory, gone when this value is.
struct MountedMemory: ~Copyable {
    let path: String

    /// - Parameters:
    ///   - path: of a folder that is not there yet.
    ///   - bytes: how much fits.
    /// - Throws: when this user may not mount, in a few words.
    init(at path: String, bytes: Int) throws(LoadFailure) {
        guard mkdir(path, 0o700) == 0 else { throw LoadFailure("cannot make \(path)") }
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
            let reason = String(cString: strerror(errno))
            throw LoadFailure("a small file system cannot be mounted here (\(reason)): run as root")
        }
        self.path = path
        Leftovers.add(mount: path)
    }

    deinit {
        Leftovers.remove(mount: path)
        _ = umount2(path, Int32(MNT_DETACH))
    }
}
