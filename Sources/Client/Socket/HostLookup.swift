import Dispatch
import EventLoop
import Glibc

/// Finds the addresses of a server by its name.
enum HostLookup {
    /// Hands the addresses to `found`, the best first; none when there is no such host.
    ///
    /// A numeric address or `localhost` is found at once, before this returns; a name is looked up
    /// on a thread of its own, since the system's lookup blocks.
    static func find(
        _ server: ServerAddress, then found: @escaping @Sendable ([SocketAddress]) -> Void
    ) {
        let isHere = server.host.lowercased() == "localhost"
        let numeric = isHere ? ["127.0.0.1", "::1"] : [server.host]
        let addresses = numeric.compactMap { SocketAddress.parse(host: $0, port: server.port) }
        if addresses.isEmpty {
            DispatchQueue.global().async { found(lookUp(server)) }
        } else {
            found(addresses)
        }
    }

    /// - Source: RFC 3493 §6.1; the system orders the addresses by RFC 6724.
    private static func lookUp(_ server: ServerAddress) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = Int32(AI_ADDRCONFIG)
        var list: UnsafeMutablePointer<addrinfo>?
        // SAFETY: `list` is the system's until `freeaddrinfo`, and nothing keeps a part of it.
        guard getaddrinfo(server.host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }
            .compactMap { $0.flatMap(numericHost) }
            .compactMap { SocketAddress.parse(host: $0, port: server.port) }
    }

    private static func numericHost(_ entry: UnsafeMutablePointer<addrinfo>) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
            NI_NUMERICHOST)
        guard status == 0 else { return nil }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: characters, as: UTF8.self)
    }
}
