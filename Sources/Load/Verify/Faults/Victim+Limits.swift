import CLinux
import Glibc

/// What the daemon may use, set while it runs.
///
/// - Source: prlimit(2)
extension Victim {
    /// - Parameter descriptors: how many it may have; nil for as many as it could at its start.
    func allow(descriptors: Int?) throws(LoadFailure) {
        try allow(descriptors.map { rlim_t(max(0, $0)) }, RLIMIT_NOFILE)
    }

    /// - Parameter dataBytes: how much memory of its own it may have, used or not; nil for as much
    ///   as it could at its start.
    func allow(dataBytes: Int?) throws(LoadFailure) {
        // Not RLIMIT_AS: what malloc has reserved counts there already, and would go on serving.
        try allow(dataBytes.map { rlim_t(max(0, $0)) }, RLIMIT_DATA)
    }

    private func allow(
        _ limit: rlim_t?, _ resource: __rlimit_resource
    ) throws(LoadFailure) {
        guard let process else { return }
        var ours = rlimit()
        var wanted = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &ours) == 0 else { return }
        wanted.rlim_max = ours.rlim_max
        wanted.rlim_cur = limit.map { min($0, ours.rlim_max) } ?? ours.rlim_max
        guard linux_prlimit(process, Int32(resource.rawValue), &wanted, nil) == 0 || errno == ESRCH
        else {
            throw LoadFailure("cannot limit the daemon: \(String(cString: strerror(errno)))")
        }
    }
}
