import EventLoop

/// A connection to the proxy, and the one that the proxy has made for it.
final class ProxyLink {
    /// Bytes that are under way, and until when; nil is the end of the stream.
    typealias Parcel = (dueMilliseconds: Int, bytes: [UInt8]?)

    enum Stage {
        /// The server has not taken the connection yet.
        case connecting
        case open
        /// Neither bytes nor ends pass any more.
        case vanished
    }

    let client: ConnectionID
    let server: ConnectionID
    let weather: Weather
    var stage = Stage.connecting
    private var toServer: [Parcel] = []
    private var toClient: [Parcel] = []
    /// Bytes that still pass before it is cut, or vanishes.
    var bytesUntilCut: Int
    var bytesUntilVanished: Int
    /// When the proxy has stopped passing on what the server says; nil while it does.
    var stoppedAt: UInt64?

    init(
        client: ConnectionID, server: ConnectionID, _ weather: Weather, using dice: inout Dice
    ) {
        (self.client, self.server, self.weather) = (client, server, weather)
        bytesUntilCut = weather.cutAfterBytes.map { dice.roll($0) } ?? .max
        bytesUntilVanished = weather.vanishAfterBytes.map { dice.roll($0) } ?? .max
    }

    func other(_ connection: ConnectionID) -> ConnectionID {
        connection == client ? server : client
    }

    /// What one side has said and the other has not got yet, oldest first.
    func waiting(from connection: ConnectionID) -> [Parcel] {
        connection == client ? toServer : toClient
    }

    func append(_ parcel: Parcel, from connection: ConnectionID) {
        if connection == client { toServer.append(parcel) } else { toClient.append(parcel) }
    }

    /// Takes out what one side has said and is due.
    func takeDue(from connection: ConnectionID, at nowMilliseconds: Int) -> [[UInt8]?] {
        let waiting = waiting(from: connection)
        let due = waiting.prefix { $0.dueMilliseconds <= nowMilliseconds }
        let rest = Array(waiting[due.count...])
        if connection == client { toServer = rest } else { toClient = rest }
        return due.map(\.bytes)
    }
}
