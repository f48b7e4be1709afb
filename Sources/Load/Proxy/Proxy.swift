import EventLoop

/// A proxy between clients and a server that forwards as much as the weather allows.
///
/// It does not interpret the traffic: it forwards bytes and ends of streams, both ways.
final class Proxy: ConnectionHandler {
    /// What happened so far.
    struct Tally: Sendable, Equatable {
        var acceptedCount = 0
        var cutCount = 0
        var vanishedCount = 0
        /// How long after a silent loss the server ended connections, in milliseconds.
        var vanishedMilliseconds: [Double] = []
        /// How long after the proxy stopped reading the server ended connections, in milliseconds.
        var stoppedMilliseconds: [Double] = []
    }

    /// The most bytes that may wait for one side before the other is not read.
    static let waitingBytesMax = 262_144

    private let target: SocketAddress
    private var dice: Dice
    var links: [ConnectionID: ProxyLink] = [:]
    /// The weather of new connections.
    var weather: Weather
    var tally = Tally()

    init(to target: SocketAddress, _ weather: Weather, _ dice: Dice) {
        (self.target, self.weather, self.dice) = (target, weather, dice)
    }
}

// MARK: - Orders

extension Proxy {
    /// Stops reading from the server, on every present connection.
    func stopReading(on loop: isolated EventLoop<Proxy>) {
        for link in distinctLinks where link.stage == .open {
            link.stoppedAt = MonotonicClock.nanoseconds()
            loop.pauseReading(link.server)
        }
    }

    /// Connections on which the proxy does not read.
    var stoppedCount: Int { distinctLinks.count { $0.stoppedAt != nil } }

    /// Resets every connection.
    func cutAll(on loop: isolated EventLoop<Proxy>) {
        for link in distinctLinks { cut(link, on: loop) }
    }

    /// Each connection once, though both of its ends find it.
    private var distinctLinks: [ProxyLink] {
        links.compactMap { connection, link in
            connection == link.client || links[link.client] == nil ? link : nil
        }
    }

    private func cut(_ link: ProxyLink, on loop: isolated EventLoop<Proxy>) {
        tally.cutCount += 1
        loop.abort(link.client)
        loop.abort(link.server)
    }
}

// MARK: - From the loop

extension Proxy {
    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Proxy>
    ) {
        if let link = links[connection] {
            link.stage = .open
            return loop.resumeReading(link.client)
        }
        tally.acceptedCount += 1
        guard let server = loop.connect(to: target) else { return loop.abort(connection) }
        let link = ProxyLink(client: connection, server: server, weather, using: &dice)
        links[connection] = link
        links[server] = link
        loop.pauseReading(connection)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Proxy>
    ) {
        guard let link = links[connection], link.stage == .open else { return }
        let count = min(bytes.count, link.bytesUntilCut, link.bytesUntilVanished)
        pass(UnsafeRawBufferPointer(rebasing: bytes[..<count]), from: connection, link, loop)
        link.bytesUntilCut -= count
        link.bytesUntilVanished -= count
        if link.bytesUntilCut == 0 {
            cut(link, on: loop)
        } else if link.bytesUntilVanished == 0 {
            vanish(link)
        }
    }

    func finished(_ connection: ConnectionID, on loop: isolated EventLoop<Proxy>) {
        guard let link = links[connection] else { return }
        guard link.stage != .vanished else { return loop.close(connection) }
        guard link.weather.delayMilliseconds == 0 else {
            return delay(nil, from: connection, link, loop)
        }
        loop.close(link.other(connection))
        loop.close(connection)
    }

    func expired(_ connection: ConnectionID, on loop: isolated EventLoop<Proxy>) {
        guard let link = links[connection], link.stage == .open else { return }
        release(from: connection, link, loop)
    }

    func drained(_ connection: ConnectionID, on loop: isolated EventLoop<Proxy>) {
        guard let link = links[connection], link.stage == .open else { return }
        let source = link.other(connection)
        guard source == link.client || link.stoppedAt == nil else { return }
        loop.resumeReading(source)
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Proxy>
    ) {
        guard let link = links.removeValue(forKey: connection) else { return }
        if connection == link.server, let stoppedAt = link.stoppedAt {
            let milliseconds = Double(MonotonicClock.nanoseconds() - stoppedAt) / 1e6
            if link.stage == .vanished {
                tally.vanishedMilliseconds.append(milliseconds)
            } else {
                tally.stoppedMilliseconds.append(milliseconds)
            }
        }
        guard link.stage != .vanished else { return }
        let other = link.other(connection)
        if case .reset = closure { loop.abort(other) } else { loop.close(other) }
    }
}

/// Bytes under way.
extension Proxy {
    /// Forwards bytes, now or when they are due.
    func pass(
        _ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        guard link.weather.delayMilliseconds == 0 else {
            return delay([UInt8](bytes), from: connection, link, loop)
        }
        forward(bytes, from: connection, link, loop)
    }

    private func forward(
        _ bytes: UnsafeRawBufferPointer, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        let destination = link.other(connection)
        if link.weather.isOneByte {
            for index in bytes.indices {
                let byte = UnsafeRawBufferPointer(rebasing: bytes[index...index])
                _ = loop.sendAtOnce(byte.bytes, to: destination)
            }
        } else if link.bytesUntilCut < .max {
            // At once, because a cut discards what waits for the end of the turn.
            _ = loop.sendAtOnce(bytes.bytes, to: destination)
        } else {
            _ = loop.send(bytes, to: destination)
        }
        guard loop.outboxBytes(of: destination) > Self.waitingBytesMax else { return }
        loop.pauseReading(connection)
        loop.notifyWhenDrained(destination)
    }

    /// Holds bytes, or the end of the stream for nil, for as long as they are under way.
    func delay(
        _ bytes: [UInt8]?, from connection: ConnectionID, _ link: ProxyLink,
        _ loop: isolated EventLoop<Proxy>
    ) {
        let delay = link.weather.delayMilliseconds
        let due = Int(MonotonicClock.nanoseconds() / 1_000_000) + delay
        let isFirst = link.waiting(from: connection).isEmpty
        link.append((due, bytes), from: connection)
        if isFirst { loop.setDeadline(connection, afterMilliseconds: delay) }
    }

    /// Forwards what has been under way for long enough.
    func release(
        from connection: ConnectionID, _ link: ProxyLink, _ loop: isolated EventLoop<Proxy>
    ) {
        let now = Int(MonotonicClock.nanoseconds() / 1_000_000)
        for bytes in link.takeDue(from: connection, at: now) {
            guard let bytes else {
                loop.close(link.other(connection))
                return loop.close(connection)
            }
            bytes.withUnsafeBytes { forward($0, from: connection, link, loop) }
        }
        guard let next = link.waiting(from: connection).first else { return }
        loop.setDeadline(connection, afterMilliseconds: max(1, next.dueMilliseconds - now))
    }

    /// From now on neither side receives anything from the other; the proxy discards it.
    func vanish(_ link: ProxyLink) {
        tally.vanishedCount += 1
        link.stage = .vanished
        link.stoppedAt = MonotonicClock.nanoseconds()
    }
}

/// A client's connection to the proxy, and the proxy's to the server.
final class ProxyLink {
    /// Bytes under way, and when they are due; nil is the end of the stream.
    typealias Parcel = (dueMilliseconds: Int, bytes: [UInt8]?)

    enum Stage {
        /// The server has not accepted the connection yet.
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
    /// The bytes that still pass before the connection is cut, or vanishes.
    var bytesUntilCut: Int
    var bytesUntilVanished: Int
    /// When the proxy stopped reading from the server; nil while it reads.
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

    /// The bytes that one side has sent and the other has not received yet, oldest first.
    func waiting(from connection: ConnectionID) -> [Parcel] {
        connection == client ? toServer : toClient
    }

    func append(_ parcel: Parcel, from connection: ConnectionID) {
        if connection == client { toServer.append(parcel) } else { toClient.append(parcel) }
    }

    /// Takes out the bytes of one side that are due.
    func takeDue(from connection: ConnectionID, at nowMilliseconds: Int) -> [[UInt8]?] {
        let waiting = waiting(from: connection)
        let due = waiting.prefix { $0.dueMilliseconds <= nowMilliseconds }
        let rest = Array(waiting[due.count...])
        if connection == client { toServer = rest } else { toClient = rest }
        return due.map(\.bytes)
    }
}

/// A listening proxy, seen from outside its loop.
struct ProxyServer: Sendable {
    private let loop: EventLoop<Proxy>
    private let listener: Listener

    /// The port that it listens on.
    var port: UInt16 { listener.port }
    /// The address that it listens on.
    var address: SocketAddress { listener.address }

    /// A proxy that accepts connections from now on.
    ///
    /// - Parameters:
    ///   - host: a numeric address or `localhost`; port 0 lets the system choose.
    ///   - dice: decide after how many bytes each connection is cut.
    init(
        host: String = "127.0.0.1", port: UInt16 = 0, to target: SocketAddress,
        _ weather: Weather, _ dice: Dice
    ) throws(LoadFailure) {
        do throws(SystemError) {
            let listener = try Listener(host: host, port: port)
            var limits = LoopLimits()
            limits.outboxBytesMax = 16_777_216
            // The proxy itself never gives up a connection.
            limits.stallLimit = .seconds(86_400)
            limits.lingerLimit = .seconds(60)
            loop = try EventLoop(name: "upfor-load.proxy", limits: limits) {
                Proxy(to: target, weather, dice)
            }
            self.listener = listener
            loop.start()
            loop.post { loop in loop.listen(on: listener) }
        } catch {
            throw LoadFailure("the proxy cannot listen: \(error)")
        }
    }

    /// Runs a closure with the proxy, on its loop.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Proxy, isolated EventLoop<Proxy>) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            loop.post { loop in continuation.resume(returning: question(loop.handler, loop)) }
        }
    }

    /// Resets every connection, and ends.
    func stop() async {
        await ask { proxy, loop in proxy.cutAll(on: loop) }
        await loop.stop()
    }
}

/// What happens to bytes under way.
struct Weather: Sendable, Equatable {
    /// How long they take, in milliseconds.
    var delayMilliseconds = 0
    /// The connection is reset after so many bytes, in the middle of a frame or not; each
    /// connection draws its own number. nil: never.
    var cutAfterBytes: ClosedRange<Int>?
    /// Neither bytes nor ends pass any more after so many bytes, and neither side learns of it;
    /// each connection draws its own number. nil: never.
    var vanishAfterBytes: ClosedRange<Int>?
    /// Each byte is written by itself.
    var isOneByte = false

    /// Everything passes at once.
    static let fair = Weather()
}
