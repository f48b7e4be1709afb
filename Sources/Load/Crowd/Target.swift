import EventLoop

/// Where the connections go.
struct Target: Sendable {
    let address: SocketAddress
    let path: String
    /// What the handshake offers.
    let subprotocols: [String]
    /// Who it proves to be; nil without TLS.
    let tls: TLSServer?
    /// Whether it may compress, and must then do so.
    let deflates: Bool
    /// What comes from there.
    let traffic: Traffic
    /// The process there; nil when nobody measures it.
    private let meter: ProcessMeter?

    /// A server that is measured.
    init(
        _ server: SubjectServer, subprotocols: [String] = [], tls: TLSServer? = nil,
        deflates: Bool = false
    ) {
        address = server.address
        path = "/v1/ws"
        (self.subprotocols, self.tls, self.deflates) = (subprotocols, tls, deflates)
        (traffic, meter) = (server.traffic, server.known)
    }

    /// Any server on this machine.
    init(port: UInt16) {
        address = SocketAddress(v4: 0x7F00_0001, port: port)
        path = "/v1/ws"
        (subprotocols, tls, deflates) = ([], nil, false)
        (traffic, meter) = (Traffic(), nil)
    }

    /// What the server has done by now; nil when that is not known.
    func moment() -> Timeline.Moment? {
        guard let meter, let cpu = try? meter.cpuNanoseconds() else { return nil }
        return Timeline.Moment(
            time: MonotonicClock.nanoseconds(), process: meter.process, cpu: cpu,
            heard: traffic.messageCount)
    }
}
