internal import EventLoop

extension Configuration.Admin {
    /// Where to ask, as in `127.0.0.1:9464`; nil when there is nothing, or the settings cannot
    /// know it.
    public var address: String? {
        guard enabled, port > 0 else { return nil }
        return SocketAddress.parse(host: host, port: UInt16(clamping: port))?.description
    }
}
