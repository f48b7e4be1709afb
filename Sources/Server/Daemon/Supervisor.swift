import Glibc

/// The supervisor of this process, usually systemd. It receives the daemon's state, if it asks for
/// it.
///
/// - Source: sd_notify(3), "Standalone Implementations".
public struct Supervisor: Sendable {
    /// `NOTIFY_SOCKET`: a path, or a name in the abstract space after an `@`.
    private let place: [UInt8]

    /// - Parameter place: the value of `NOTIFY_SOCKET`; nil or empty when there is no supervisor.
    public init(place: String?) {
        self.place = Array((place ?? "").utf8)
    }

    /// Connections are accepted, or again after a reload.
    public func ready() { tell("READY=1\nMAINPID=\(getpid())") }

    /// The settings are being read again; `ready` follows.
    public func reloading() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let microseconds = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        tell("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    /// The daemon is stopping.
    public func stopping() { tell("STOPPING=1") }

    /// From now on that process is the daemon.
    public func handedOver(to process: Int32) { tell("MAINPID=\(process)") }

    private func tell(_ state: String) {
        var address = sockaddr_un()
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard let first = place.first, place.count < room else { return }
        guard first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else { return }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: place)
            if first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = Glibc.socket(AF_UNIX, kind, 0)
        guard socket >= 0 else { return }
        defer { _ = close(socket) }
        let size = MemoryLayout<sockaddr_un>.size - room + place.count
        let bytes = Array(state.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    socket, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0,
                    socklen_t(size))
            }
        }
    }
}
