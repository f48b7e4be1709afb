internal import EventLoop

extension Configuration {
    /// The path of the socket that takes orders; nil when there is none.
    public var adminSocket: String? {
        guard !admin.socket.isEmpty else { return nil }
        return admin.socket.hasPrefix("/") ? admin.socket : "\(data.folder)/\(admin.socket)"
    }
}

extension Configuration.Admin {
    /// Where to ask, as in `127.0.0.1:9464`; nil when there is nothing, or the settings cannot
    /// know it.
    public var address: String? {
        guard enabled, port > 0 else { return nil }
        return SocketAddress.parse(host: host, port: UInt16(clamping: port))?.description
    }
}
