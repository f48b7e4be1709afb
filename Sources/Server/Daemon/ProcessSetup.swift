import Glibc

/// What the process needs of the system before it serves.
public enum ProcessSetup {
    /// The path of the program that runs; nil when the system does not say. Read it at the start:
    /// the path of a program that was replaced since is of no use.
    public static var program: String? {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = path.withUnsafeMutableBytes {
            $0.baseAddress.map { readlink("/proc/self/exe", $0, Int(PATH_MAX)) } ?? -1
        }
        guard count > 0, count < path.count else { return nil }
        return String(validating: path[..<count], as: UTF8.self)
    }

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
