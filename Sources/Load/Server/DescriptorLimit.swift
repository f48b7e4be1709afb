import Glibc

/// How many sockets this process, and a server that it starts, may have.
enum DescriptorLimit {
    /// Raises the limit as far as it goes without privileges.
    ///
    /// - Throws: when `count` connections and a few files do not fit.
    static func raise(for count: Int) throws(LoadFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let needed = UInt64(clamping: count) + 64
        guard UInt64(limit.rlim_cur) >= needed else {
            throw LoadFailure(
                "\(count) connections need \(needed) descriptors, the limit is \(limit.rlim_cur)"
                    + " (see ulimit -Hn)")
        }
    }
}
