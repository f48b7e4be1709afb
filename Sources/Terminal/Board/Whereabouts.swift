import SwiftProtobuf
import Wire

/// Whether somebody is here.
enum Whereabouts: Equatable, Sendable {
    case online
    /// Seconds since 1970; nil when the server does not know.
    case offline(lastSeen: Int64?)
    /// Nobody can know: shortly after a start of the server, or without a connection.
    case unknown

    init(_ friend: Friend) {
        self.init(
            online: friend.hasOnline ? friend.online : nil,
            lastSeen: friend.hasLastSeen ? friend.lastSeen : nil)
    }

    init(_ presence: Presence) {
        self.init(
            online: presence.hasOnline ? presence.online : nil,
            lastSeen: presence.hasLastSeen ? presence.lastSeen : nil)
    }

    init(_ device: DeviceEntry) {
        self.init(
            online: device.hasOnline ? device.online : nil,
            lastSeen: device.hasLastSeen ? device.lastSeen : nil)
    }

    private init(online: Bool?, lastSeen: Google_Protobuf_Timestamp?) {
        switch online {
        case true: self = .online
        case false: self = .offline(lastSeen: lastSeen?.seconds)
        case nil: self = .unknown
        }
    }

    /// One character for it.
    var mark: String {
        switch self {
        case .online: "●"
        case .offline: "○"
        case .unknown: "◐"
        }
    }

    /// The colour of its mark.
    func dress(_ palette: Palette) -> @Sendable (String) -> String {
        self == .online ? palette.green : palette.dim
    }
}
