import Dispatch
import EventLoop
import Glibc

/// Finds the address of a server by its name.
enum HostLookup {
    /// Hands the address to `found`, or nil when there is none.
    ///
    /// A numeric address or `localhost` is found at once, before this returns; a name is looked up
    /// on a thread of its own, since the system's lookup blocks.
    static func find(
        _ server: ServerAddress, then found: @escaping @Sendable (SocketAddress?) -> Void
    ) {
        if let address = SocketAddress.parse(host: server.host, port: server.port) {
            found(address)
        } else {
            DispatchQueue.global().async { found(lookUp(server)) }
        }
    }

    /// - Source: RFC 3493 §6.1; the system orders the addresses by RFC 6724, the first is best.
    private static func lookUp(_ server: ServerAddress) -> SocketAddress? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = Int32(AI_ADDRCONFIG)
        var list: UnsafeMutablePointer<addrinfo>?
        // SAFETY: `list` is the system's until `freeaddrinfo`, and nothing keeps a part of it.
        guard getaddrinfo(server.host, nil, &hints, &list) == 0, let list else { return nil }
        defer { freeaddrinfo(list) }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            list.pointee.ai_addr, list.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
            NI_NUMERICHOST)
        guard status == 0 else { return nil }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let host = String(decoding: characters, as: UTF8.self)
        return SocketAddress.parse(host: host, port: server.port)
    }
}
