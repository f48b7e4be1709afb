public import Wire

/// Where the answer to a client goes: its connection's loop encodes it, once.
public enum ReplyTo: Hashable, Sendable {
    /// To a socket, as a message with the client's number of the command.
    case socket(command: UInt32, WireFormat)
    /// To the HTTP request that its connection works on, as the response.
    case exchange
}

/// Where a command came from, and so where its answer goes.
public struct Origin: Hashable, Sendable {
    /// The connection, as the hub knows it.
    public let connection: UInt64
    /// The loop that owns the connection.
    public let loop: Int
    /// Where on the connection the answer goes.
    public let replyTo: ReplyTo
    /// The command's name on the wire.
    public let name: String
    /// Whether it changes who the connection speaks for: signs it in, or out.
    public let changesCaller: Bool
    /// Whether it only reads: its answer may be long.
    public let isRead: Bool
    /// The command's place in the catalogue; -1 if it has none.
    public let place: Int
    /// The network it came from: an IPv4 address, or an IPv6 network of 64 bits.
    public let network: UInt64
    /// The hub's era when the command arrived, if it opens a session; 0 for every other.
    public let era: UInt32

    /// The command `name`, sent on a connection of a loop.
    public init(
        connection: UInt64, loop: Int, replyTo: ReplyTo, name: String,
        changesCaller: Bool = false, isRead: Bool = false, place: Int = -1,
        network: UInt64 = 0, era: UInt32 = 0
    ) {
        self.place = place
        self.era = era
        self.network = network
        self.isRead = isRead
        self.changesCaller = changesCaller
        self.connection = connection
        self.loop = loop
        self.replyTo = replyTo
        self.name = name
    }

    /// The client's number of the command; 0 for an HTTP request, which has none.
    public var command: UInt32 {
        if case .socket(let command, _) = replyTo { command } else { 0 }
    }

    /// The wire format of the connection.
    public var format: WireFormat {
        if case .socket(_, let format) = replyTo { format } else { .json }
    }
}
