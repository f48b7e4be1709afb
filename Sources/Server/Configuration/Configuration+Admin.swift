internal import EventLoop
import Storage

extension Configuration {
    /// The path of the socket that takes orders; nil when there is none.
    public var adminSocket: String? {
        guard !admin.socket.isEmpty else { return nil }
        return admin.socket.hasPrefix("/") ? admin.socket : "\(data.folder)/\(admin.socket)"
    }
}

extension Configuration {
    /// The folder of the data, for what works on SQLite's file itself.
    ///
    /// - Parameter instead: what does so with PostgreSQL.
    /// - Throws: `DataFailure`, `.elsewhere` when the data are not in it.
    func folderOfAllData(_ instead: String) throws(DataFailure) -> String {
        guard case .folder(let path) = DataPlace(data) else {
            throw DataFailure(
                .elsewhere, "the data are in PostgreSQL (data.postgresql): \(instead)")
        }
        return path
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
