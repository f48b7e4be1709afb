import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct `A peer that connects` {
    private static let localhost: UInt64 = 0x7F00_0001

    /// Waits until so many have departed, and says how many.
    private static func departures(_ world: World, _ count: Int) -> Int {
        let found = world.journal.first { events -> Int? in
            let departures = events.count { $0 == .departed(localhost) }
            return departures >= count ? departures : nil
        }
        return found ?? 0
    }

    /// How many hold a place now.
    private static func guests(_ world: World) throws -> Int {
        try world.onLoop { $0.handler.guestCount }
    }

    @Test(arguments: Carrier.allCases)
    func `is counted until its socket is closed`(carrier: Carrier) throws {
        let world = try World(.farewell(byteCount: 1), over: carrier)
        do {
            let peer = try world.peer()
            try peer.send([1])
            #expect(try peer.receive(1).count == 1)
            #expect(try Self.guests(world) == 1)
            peer.finish()
            #expect(Self.departures(world, 1) == 1)
        }
        #expect(try Self.guests(world) == 0)
        #expect(world.journal.all.last == .departed(Self.localhost))
    }

    @Test func `is counted at a TLS door too, however it ends there`() throws {
        var limits = LoopLimits.patient
        limits.handshakeLimit = .milliseconds(50)
        limits.lingerLimit = .milliseconds(50)
        let world = try World(limits: limits, over: .tls13)
        let silent = try Peer(port: world.listener.port)
        let slow = try Peer(port: world.listener.port)
        try slow.send([0x16])
        let plain = try Peer(port: world.listener.port)
        try plain.send([0x47])
        _ = try Peer(port: world.listener.port)
        #expect(Self.departures(world, 4) == 4)
        #expect(try Self.guests(world) == 0)
        #expect(try world.onLoop { $0.newcomerCount } == 0)
        for number in [silent.number, slow.number, plain.number] { #expect(number >= 0) }
    }

    @Test func `and finds no place gets an answer, and takes none`() throws {
        let world = try World(.exclusive(most: 1))
        let first = try world.peer()
        try first.send([1])
        #expect(try first.receive(1) == [1])
        for round in 0..<100 {
            let other = try world.peer()
            // What was said before must not make a reset of the answer.
            if round % 2 == 0 { try? other.send(pattern(1_000)) }
            #expect(try other.receive(10) == Array("full".utf8))
        }
        #expect(try world.onLoop { $0.connectionCount } == 1)
        #expect(try Self.guests(world) == 1)
        #expect(world.journal.opened(1).count == 1)
    }

    @Test func `where TLS is spoken, and finds no place, is reset`() throws {
        let world = try World(.exclusive(most: 1), over: .tls13)
        let silent = try Peer(port: world.listener.port)
        #expect(try world.onLoop { $0.newcomerCount } <= 1)
        let other = try Peer(port: world.listener.port)
        let failure = #expect(throws: Peer.Failure.self) { _ = try other.receiveRaw(1) }
        #expect(failure?.errno == ECONNRESET)
        #expect(try world.onLoop { $0.newcomerCount } == 1)
        _ = silent.number
    }

    @Test func `is counted out when the loop stops`() async throws {
        let world = try World(over: .tls13)
        let crowd = try Crowd(count: 5, port: world.listener.port)
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
        while try world.onLoop({ $0.connectionCount }) < 6 {}
        _ = shutdown(peer.number, Int32(SHUT_WR))
        await world.loop.stop()
        #expect(Self.departures(world, 6) == 6)
        #expect(crowd.count == 5)
    }
}
