import COpenSSL
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite struct `An encrypted connection` {
    static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]

    @Test(arguments: versions)
    func `gives up every record that came in one burst`(version: Int32) throws {
        let world = try World(over: .tls13)
        let end = try TLSEnd(version: version)
        let peer = try Peer(port: world.listener.port, tls: end)
        let sent = pattern(200_000)
        for start in stride(from: 0, to: sent.count, by: 100) {
            try end.write(Array(sent[start..<start + 100]))
        }
        try peer.flush(end)
        #expect(try peer.receive(sent.count) == sent)
    }

    @Test func `holds nothing back when it is read again after a pause`() throws {
        let world = try World(over: .tls13)
        let peer = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        let sent = pattern(150_000)
        for round in 0..<20 {
            _ = try world.onLoop { loop in
                round % 2 == 0 ? loop.pauseReading(connection) : loop.resumeReading(connection)
            }
            try peer.send(Array(sent[round * 7_500..<(round + 1) * 7_500]))
        }
        #expect(try peer.receive(sent.count) == sent)
    }

    @Test func `changes its keys while both sides send`() throws {
        var limits = LoopLimits.patient
        limits.postHandshakeMax = 50
        let world = try World(limits: limits, over: .tls13)
        let peer = try world.peer()
        let tls = peer.tls
        for round in 0..<50 {
            tls?.updateKeys()
            let bytes = pattern(5_000, seed: round)
            try peer.send(bytes)
            #expect(try peer.receive(5_000) == bytes)
        }
    }

    @Test func `changes its keys once a peer that did not read reads on`() throws {
        let world = try World(.mute, over: .tls13)
        let peer = try world.peer(receiveBytes: 4_096)
        let tls = peer.tls
        let connection = try #require(world.journal.opened(1).first)
        let sent = pattern(262_144)
        _ = try world.onLoop { loop in
            sent.withUnsafeBytes { _ = loop.send($0, to: connection) }
        }
        for _ in 0..<10 {
            tls?.updateKeys()
            try peer.send([1])
        }
        #expect(try peer.receive(sent.count) == sent)
        let heard = world.journal.first { events in
            let counts = events.map { event in
                if case .received(_, let byteCount) = event { byteCount } else { 0 }
            }
            return counts.reduce(0, +) == 10 ? true : nil
        }
        #expect(heard == true)
    }

    @Test(arguments: [false, true])
    func `does not spin while its peer wants new keys and reads nothing`(isPaused: Bool) throws {
        let world = try World(.mute, over: .tls13)
        let peer = try world.peer(receiveBytes: 4_096)
        let tls = peer.tls
        let clock = try world.peer()
        let connections = world.journal.opened(2)
        let sent = pattern(4_000_000)
        _ = try world.onLoop { loop in
            sent.withUnsafeBytes { _ = loop.send($0, to: connections[0]) }
        }
        for _ in 0..<3 {
            tls?.updateKeys()
            try peer.send([1])
        }
        let before = try world.onLoop { loop in
            if isPaused { loop.pauseReading(connections[0]) }
            loop.setDeadline(connections[1], afterMilliseconds: 200)
            return loop.counters.turns
        }
        let after = world.journal.first { events in
            events.contains { if case .expired = $0 { true } else { false } } ? true : nil
        }
        #expect(after == true)
        #expect(try world.onLoop { $0.counters.turns } - before < 50)
        _ = clock.number
        if isPaused {
            _ = try world.onLoop { $0.resumeReading(connections[0]) }
        }
        #expect(try peer.receive(sent.count) == sent)
    }

    @Test func `that is reset while it is paused and waits for a change of keys has ended`() throws
    {
        let world = try World(.mute, over: .tls13)
        let connection: ConnectionID
        do {
            let peer = try world.peer(receiveBytes: 4_096)
            let tls = peer.tls
            connection = try #require(world.journal.opened(1).first)
            let sent = pattern(4_000_000)
            _ = try world.onLoop { loop in
                sent.withUnsafeBytes { _ = loop.send($0, to: connection) }
            }
            for _ in 0..<3 {
                tls?.updateKeys()
                try peer.send([1])
            }
            _ = try world.onLoop { $0.pauseReading(connection) }
            peer.resetOnClose()
        }
        guard case .reset = world.journal.closures(1).first else {
            Issue.record("the connection is still there")
            return
        }
    }

    @Test func `that ends without a goodbye has ended all the same`() throws {
        let world = try World(over: .tls13)
        let peer = try world.peer()
        try peer.send(pattern(3_000))
        _ = shutdown(peer.number, Int32(SHUT_WR))
        #expect(try peer.receive(10_000) == pattern(3_000))
        #expect(world.journal.closures(1) == [.byPeer])
    }

    @Test func `says goodbye when we close it`() throws {
        let world = try World(.farewell(byteCount: 10), over: .tls13)
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(20).count == 10)
        let tls = peer.tls
        #expect(try tls?.read(1) == nil)
    }

    @Test func `breaks when its bytes are forged, and nobody else notices`() throws {
        let world = try World(over: .tls13)
        let other = try world.peer()
        let peer = try world.peer()
        try peer.sendRaw([0x17, 3, 3, 0, 20] + pattern(20))
        #expect(world.journal.closures(1) == [.reset(errno: EPROTO)])
        try other.send([1])
        #expect(try other.receive(1) == [1])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `may bring any bytes without harm`(seed: UInt64) throws {
        let world = try World(over: .tls13)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let end = try TLSEnd(version: Self.versions[generator.below(2)])
            let peer = try Peer(port: world.listener.port, tls: end)
            try end.write(generator.bytes(1 + generator.below(20_000)))
            var bytes = end.takeOutput()
            for _ in 0..<generator.below(4) {
                bytes[generator.below(bytes.count)] = generator.bytes(1)[0]
            }
            try peer.sendRaw(bytes)
            peer.finish()
            _ = try? peer.receiveRaw(100_000)
        }
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
    }

    @Test func `does not keep the loop to itself, however fast it sends`() throws {
        let world = try World(.mute, over: .tls13)
        let flood = try world.peer()
        let other = try world.peer()
        let connections = world.journal.opened(2)
        let block = pattern(1_000_000)
        for _ in 0..<10 { try flood.send(block) }
        let reads = world.journal.all.compactMap { event -> Int? in
            if case .received(connections[0], let byteCount) = event { byteCount } else { nil }
        }
        #expect(reads.allSatisfy { $0 <= 65_536 })
        _ = try world.onLoop { loop in
            [UInt8(1)].withUnsafeBytes { _ = loop.send($0, to: connections[1]) }
        }
        #expect(try other.receive(1) == [1])
    }
}
