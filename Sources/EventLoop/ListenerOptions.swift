/// How a listener treats the connections that it accepts.
public struct ListenerOptions: Sendable {
    /// Whether TLS is spoken.
    public var security = ListenerSecurity.plain
    /// Connections that may wait to be accepted; the system may allow fewer (`somaxconn`).
    public var backlog: Int32 = 4096
    /// What the kernel may hold for one peer that does not read, in bytes; Linux doubles the
    /// figure for its own book-keeping.
    public var kernelSendBytes: Int32 = 65_536
    /// How long what was sent may stay unacknowledged before the kernel gives the peer up, in
    /// milliseconds; 0 leaves it to the system, which takes about 15 minutes.
    ///
    /// - Source: tcp(7), `TCP_USER_TIMEOUT`.
    public var userTimeoutMilliseconds: Int32 = 0

    /// The options of a server on the open Internet; change what differs.
    public init() {}
}
