import WebSocket
import Wire

/// One connection of a client and the daemon: what is said on it arrives in order, or not at all.
final class Link {
    /// What travels to the client.
    enum Parcel {
        case message(ServerMessage, byteCount: Int)
        case close(CloseCode, reason: String)

        var byteCount: Int {
            if case .message(_, let count) = self { count } else { 0 }
        }
    }

    let number: UInt32
    unowned let device: Device
    let daemon: SimulatedDaemon
    let format: WireFormat
    /// Which end still believes in it.
    var isOpenAtClient = false
    var isOpenAtDaemon = true
    /// Nothing travels on it any more, whoever believes what.
    var isBroken = false
    /// The client does not read: what is said to it waits at the daemon.
    var isStalled = false
    var outbox: [Parcel] = []
    /// Since when more waits than may.
    var overflowsSince: Duration?
    /// The daemon wants to know when the outbox is empty.
    var wantsDrained = false
    /// When the last of what is on its way arrives.
    var lastAtClient = Duration.zero
    var lastAtDaemon = Duration.zero

    init(number: UInt32, of device: Device, at daemon: SimulatedDaemon) {
        (self.number, self.daemon) = (number, daemon)
        self.device = device
        format = device.world.plan.format
    }

    var outboxBytes: Int { outbox.reduce(0) { $0 + $1.byteCount } }
}
