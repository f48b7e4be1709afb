import EventLoop

/// Stands between clients and a server, and lets through what the weather allows.
///
/// It knows nothing of what it carries: bytes and ends of streams, both ways.
final class Proxy: ConnectionHandler {
    /// What happened so far.
    struct Tally: Sendable, Equatable {
        var acceptedCount = 0
        var cutCount = 0
        var vanishedCount = 0
        /// How long after it all vanished the server ended connections, in milliseconds.
        var vanishedMilliseconds: [Double] = []
        /// How long after reading was stopped the server ended connections, in milliseconds.
        var stoppedMilliseconds: [Double] = []
    }

    /// So much may wait for one side before the other is not read.
    static let waitingBytesMax = 262_144

    private let target: SocketAddress
    private var dice: Dice
    var links: [ConnectionID: ProxyLink] = [:]
    /// The weather of those who connect from now on.
    var weather: Weather
    var tally = Tally()

    init(to target: SocketAddress, _ weather: Weather, _ dice: Dice) {
        (self.target, self.weather, self.dice) = (target, weather, dice)
    }
}

// MARK: - Orders

extension Proxy {
    /// Reads no more of what the server says, to anybody who is connected now.
    func stopReading(on loop: isolated EventLoop<Proxy>) {
        for link in distinctLinks where link.stage == .open {
            link.stoppedAt = MonotonicClock.nanoseconds()
            loop.pauseReading(link.server)
        }
    }

    /// Connections that are not read.
    var stoppedCount: Int { distinctLinks.count { $0.stoppedAt != nil } }

    /// Resets every connection.
    func cutAll(on loop: isolated EventLoop<Proxy>) {
        for link in distinctLinks { cut(link, on: loop) }
    }

    /// Each once, though it is found by both of its ends.
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
