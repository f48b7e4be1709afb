import Glibc

/// That no other program changes a profile, for as long as this value is there.
struct ProfileTurn: ~Copyable {
    private let descriptor: Int32

    /// - Parameter waits: whether the turn of another is waited for.
    /// - Returns: nil when it is another's, or the folder is not there or cannot be locked.
    init?(in folder: ProfileFolder, waits: Bool) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
