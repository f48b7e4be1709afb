import EventLoop

/// Ports that a server can have again after a restart.
enum FreePort {
    /// A port below those that the system gives to clients.
    ///
    /// While the server is away a client that tries to reach it must not be given its port: over
    /// loopback it would be connected to itself, and the server could not come back.
    ///
    /// - Source: net.ipv4.ip_local_port_range, 32768 by default
    static func find(using dice: inout Dice) throws(LoadFailure) -> UInt16 {
        for _ in 0..<100 {
            guard let port = UInt16(exactly: dice.roll(10_000...32_000)) else { continue }
            if (try? Listener(host: "127.0.0.1", port: port)) != nil { return port }
        }
        throw LoadFailure("no port is left between 10000 and 32000")
    }
}
