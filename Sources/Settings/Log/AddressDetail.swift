package import EventLoop

/// How much of a peer's address is written to the event log.
public enum AddressDetail: String, CaseIterable, Sendable {
    /// Address and port.
    case full
    /// The network: 24 bits of IPv4, 48 of IPv6.
    case network
    /// Nothing.
    case none

    /// Its place, for what keeps it in a number.
    package var rank: Int {
        switch self {
        case .full: 0
        case .network: 1
        case .none: 2
        }
    }

    /// - Parameter key: of a network, see `SocketAddress.networkKey`.
    package func text(ofNetwork key: UInt64) -> String? {
        let network = SocketAddress(networkKey: key)
        let isWhole = self == .full && network.ipText.contains(":")
        return isWhole ? network.ipText + "/64" : text(of: network)
    }

    /// What is written of a peer; nil: nothing.
    package func text(of peer: SocketAddress) -> String? {
        switch self {
        // Proxies need not say from which port.
        case .full: peer.port == 0 ? peer.ipText : peer.description
        case .network: peer.networkText
        case .none: nil
        }
    }
}
