import EventLoop
import Glibc
import Testing

@testable import Load

/// A server that says everything back, and a client that keeps what it hears.
private final class Parrot: ConnectionHandler {
    enum Role { case server, client }

    private let role: Role
    private let words: [UInt8]
    private(set) var heard: [UInt8] = []
    private(set) var endings: [Closure] = []
    private var connections: [ConnectionID] = []

    /// Receives the closure of each connection.
    private let listener: AsyncStream<Closure>.Continuation?

    /// - Parameter words: what a client says first.
    init(
        _ role: Role, saying words: [UInt8] = [],
        listener: AsyncStream<Closure>.Continuation? = nil
    ) {
        (self.role, self.words, self.listener) = (role, words, listener)
    }

    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<Parrot>
    ) {
        connections.append(connection)
        _ = words.withUnsafeBytes { loop.send($0, to: connection) }
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<Parrot>
    ) {
        heard += bytes
        if role == .server { _ = loop.send(UnsafeRawBufferPointer(bytes), to: connection) }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<Parrot>
    ) {
        endings.append(closure)
        listener?.yield(closure)
    }
}

extension Parrot {
    fileprivate func abortAll(on loop: isolated EventLoop<Parrot>) {
        for connection in connections { loop.abort(connection) }
    }
}

/// A client, a proxy and a server.
private struct ProxyWorld {
    let server: EventLoop<Parrot>
    let client: EventLoop<Parrot>
    let proxy: ProxyServer

    init(_ weather: Weather, saying words: [UInt8]) throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        server = try EventLoop(name: "server") { Parrot(.server) }
        client = try EventLoop(name: "client") { Parrot(.client, saying: words) }
        proxy = try ProxyServer(to: listener.address, weather, Dice(seed: 1))
        let address = proxy.address
        server.start()
        client.start()
        server.post { loop in loop.listen(on: listener) }
        client.post { loop in _ = loop.connect(to: address) }
    }

    func ask<Answer: Sendable>(
        _ loop: EventLoop<Parrot>, _ question: @escaping @Sendable (Parrot) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            loop.post { loop in continuation.resume(returning: question(loop.handler)) }
        }
    }

    /// Returns what the client has heard when it satisfies `condition`, or after two minutes.
    func heard(until condition: ([UInt8], [Closure]) -> Bool) async -> ([UInt8], [Closure]) {
        for _ in 0..<24_000 {
            let (heard, endings) = await ask(client) { ($0.heard, $0.endings) }
            if condition(heard, endings) { return (heard, endings) }
            await MonotonicClock.pass(5)
        }
        return await ask(client) { ($0.heard, $0.endings) }
    }

    func end() async {
        await proxy.stop()
        await client.stop()
        await server.stop()
    }
}

@Suite(.timeLimit(.minutes(5))) struct `The proxy` {
    private static let words = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    @Test(
        arguments: [
            .fair, Weather(isOneByte: true), Weather(delayMilliseconds: 20),
            Weather(delayMilliseconds: 5, isOneByte: true),
        ] as [Weather])
    func `lets everything through unchanged`(weather: Weather) async throws {
        let world = try ProxyWorld(weather, saying: Self.words)
        let (heard, endings) = await world.heard { heard, _ in heard.count >= Self.words.count }
        #expect(heard == Self.words)
        #expect(endings == [])
        await world.end()
    }

    @Test func `delays bytes for the configured time`() async throws {
        let start = MonotonicClock.nanoseconds()
        let world = try ProxyWorld(Weather(delayMilliseconds: 60), saying: [1])
        _ = await world.heard { heard, _ in !heard.isEmpty }
        #expect(MonotonicClock.nanoseconds() - start >= 120_000_000)
        await world.end()
    }

    @Test func `cuts a connection after so many bytes, at both ends`() async throws {
        let world = try ProxyWorld(Weather(cutAfterBytes: 4000...4000), saying: Self.words)
        let (heard, endings) = await world.heard { _, endings in !endings.isEmpty }
        #expect(heard == Array(Self.words.prefix(heard.count)))
        #expect(heard.count <= 1000)
        #expect(endings.count == 1)
        #expect(await world.proxy.ask { proxy, _ in proxy.tally.cutCount } == 1)
        while await world.ask(world.server, { $0.endings.isEmpty }) {
            try Task.checkCancellation()
            await MonotonicClock.pass(5)
        }
        #expect(await world.ask(world.server) { $0.endings.count } == 1)
        await world.end()
    }

    @Test func `swallows what comes after so many bytes, silently`() async throws {
        let world = try ProxyWorld(Weather(vanishAfterBytes: 4000...4000), saying: Self.words)
        let (heard, _) = await world.heard { heard, _ in heard.count == 1000 }
        #expect(heard == Array(Self.words.prefix(1000)))
        #expect(await world.proxy.ask { proxy, _ in proxy.tally.vanishedCount } == 1)
        await world.client.stop()
        while await world.proxy.ask({ proxy, _ in proxy.links.count }) > 1 {
            try Task.checkCancellation()
        }
        #expect(await world.ask(world.server) { $0.endings } == [])
        await world.end()
    }

    @Test func `stops reading the server, which then cuts it off`() async throws {
        let world = try ProxyWorld(.fair, saying: [1])
        _ = await world.heard { heard, _ in heard == [1] }
        await world.proxy.ask { proxy, loop in proxy.stopReading(on: loop) }
        #expect(await world.proxy.ask { proxy, _ in proxy.stoppedCount } == 1)
        world.server.post { loop in loop.handler.abortAll(on: loop) }
        let (_, endings) = await world.heard { _, endings in !endings.isEmpty }
        #expect(endings.count == 1)
        #expect(await world.proxy.ask { proxy, _ in proxy.tally.stoppedMilliseconds.count } == 1)
        await world.end()
    }

    @Test func `passes on that there is no server`() async throws {
        // A port that nobody listens on, and that nobody else can get meanwhile.
        let reserved = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { _ = close(reserved) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                #expect(bind(reserved, place, size) == 0)
                #expect(getsockname(reserved, place, &size) == 0)
            }
        }
        let nobody = SocketAddress(v4: 0x7F00_0001, port: UInt16(bigEndian: place.sin_port))
        let proxy = try ProxyServer(to: nobody, .fair, Dice(seed: 1))
        let (closures, listener) = AsyncStream.makeStream(of: Closure.self)
        let client = try EventLoop(name: "client") { Parrot(.client, listener: listener) }
        let address = proxy.address
        client.start()
        client.post { loop in _ = loop.connect(to: address) }
        var ended = closures.makeAsyncIterator()
        #expect(await ended.next() != nil)
        await proxy.stop()
        await client.stop()
    }
}
