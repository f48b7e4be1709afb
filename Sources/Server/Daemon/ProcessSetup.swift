import Glibc

/// What the process needs of the system before it serves.
public enum ProcessSetup {
    /// Files are for this user alone; descriptors up to the hard limit; a peer or a pipe that is
    /// gone is an error of a write, not the end of the process.
    ///
    /// - Returns: how many descriptors the process may have.
    @discardableResult
    public static func prepare() -> Int {
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
