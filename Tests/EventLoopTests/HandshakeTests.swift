import COpenSSL
import EventLoop
import TestSupport
import Testing

@Suite struct `A TLS handshake` {
    static let versions = [TLS1_2_VERSION, TLS1_3_VERSION]

    private static func secured(
        _ limits: LoopLimits = .patient, security: ListenerSecurity? = nil
    ) throws -> World {
        try World(limits: limits, over: .tls13, security: security)
    }

    /// The failed handshakes in the log, once there are `count` of them.
    private static func failures(_ world: World, _ count: Int = 1) -> [String] {
        let found = world.journal.first { events -> [String]? in
            let reasons = events.compactMap { event in
                if case .handshakeFailed(let reason) = event { reason } else { nil }
            }
            return reasons.count >= count ? reasons : nil
        }
        return found ?? []
    }

    @Test(arguments: versions)
    func `may come one byte at a time, and so may what follows`(version: Int32) throws {
        let world = try Self.secured()
        let peer = try Peer(
            port: world.listener.port, tls: TLSEnd(version: version), pieceBytes: 1)
        for byte: UInt8 in 0..<100 { try peer.send([byte]) }
        #expect(try peer.receive(100) == Array(0..<100))
    }

    @Test func `is done before the handler hears of the peer`() throws {
        let world = try Self.secured()
        let silent = try Peer(port: world.listener.port)
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
        let opened = world.journal.opened(1)
        #expect(opened.count == 1)
        #expect(try world.onLoop { loop in opened.allSatisfy { loop.isEncrypted($0) } })
        #expect(try world.onLoop { $0.connectionCount } == 2)
        _ = silent.number
    }

    @Test func `shares its port with plain peers, if so configured`() throws {
        let world = try Self.secured(security: .either(Certificates.shared.credentials))
        let secret = try world.peer()
        let plain = try Peer(port: world.listener.port)
        for peer in [0, 1] {
            let bytes = pattern(70_000, seed: peer)
            if peer == 0 {
                try secret.send(bytes)
                #expect(try secret.receive(70_000) == bytes)
            } else {
                try plain.send(bytes)
                #expect(try plain.receive(70_000) == bytes)
            }
        }
        let opened = world.journal.opened(2)
        #expect(try world.onLoop { loop in opened.map { loop.isEncrypted($0) } } == [true, false])
    }

    @Test func `is not what a plain peer begins with: it is turned away, without a reset`() throws {
        let world = try Self.secured()
        let peer = try Peer(port: world.listener.port)
        try peer.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(try peer.receive(100).isEmpty)
        #expect(Self.failures(world) == ["the peer does not speak TLS here"])
        #expect(world.journal.opened(0).isEmpty)
    }

    @Test func `of a peer that leaves midway, or resets, is reported to the log alone`() throws {
        let world = try Self.secured()
        for isReset in [false, true] {
            let end = try TLSEnd(version: TLS1_3_VERSION)
            _ = try end.handshake()
            let peer = try Peer(port: world.listener.port)
            try peer.send(Array(end.takeOutput().prefix(100)))
            if isReset { peer.resetOnClose() }
        }
        #expect(
            Self.failures(world, 2)
                == Array(repeating: "the peer left during the handshake", count: 2))
        #expect(world.journal.opened(0).isEmpty)
        #expect(world.journal.closures(0).isEmpty)
    }

    @Test func `is cut off when it does not come, or does not end, in time`() throws {
        var limits = LoopLimits.patient
        limits.handshakeLimit = .milliseconds(50)
        let world = try Self.secured(limits)
        let silent = try Peer(port: world.listener.port)
        #expect(Self.failures(world) == ["no handshake came"])
        #expect(try silent.receive(1).isEmpty)
        // A peer that stalls between connecting and sending is silent, too.
        var reason = ""
        for count in 2...100 where reason != "the handshake took too long" {
            let slow = try Peer(port: world.listener.port)
            try? slow.send([0x16])
            reason = Self.failures(world, count).last ?? ""
            let isCutOff = (try? slow.receive(1))?.isEmpty != false
            #expect(isCutOff)
        }
        #expect(reason == "the handshake took too long")
    }

    @Test(arguments: [1, 128])
    func `waits for its turn behind others, and the slowest gives way`(most: Int) throws {
        var limits = LoopLimits.patient
        limits.handshakesMax = most
        limits.handshakePatience = .milliseconds(100)
        let world = try Self.secured(limits)
        let slow = try Crowd(count: most + 1, port: world.listener.port)
        for place in 0..<slow.count { try slow[place].send([0x16]) }
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
        let reason = "the handshake took too long while others waited"
        #expect(Self.failures(world, 2).prefix(2) == [reason, reason])
    }

    @Test func `of one network has a share of the places, and leaves others theirs`() throws {
        var limits = LoopLimits.patient
        limits.handshakesMax = 4
        limits.handshakesPerNetworkMax = 3
        let world = try Self.secured(limits)
        let slow = try Crowd(count: 8, port: world.listener.port)
        for place in 0..<slow.count { try slow[place].send([0x16]) }
        while try world.onLoop({ $0.newcomerCount }) < 8 {}
        let peer = try Peer(
            port: world.listener.port, tls: TLSEnd(version: TLS1_3_VERSION), from: 0x7F00_0002)
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
    }

    @Test func `that stands still is left alone while nobody waits`() throws {
        var limits = LoopLimits.patient
        limits.handshakePatience = .milliseconds(20)
        let world = try Self.secured(limits)
        let end = try TLSEnd(version: TLS1_3_VERSION)
        _ = try end.handshake()
        let hello = end.takeOutput()
        let peer = try Peer(port: world.listener.port)
        try peer.send(Array(hello.prefix(1)))
        let clock = try world.peer()
        let connection = try #require(world.journal.opened(1).first)
        _ = try world.onLoop { $0.setDeadline(connection, afterMilliseconds: 100) }
        let expired = world.journal.first { events in
            events.contains { if case .expired = $0 { true } else { false } } ? true : nil
        }
        #expect(expired == true)
        try peer.send(Array(hello.dropFirst()))
        #expect(try !peer.receive(1).isEmpty)
        _ = clock.number
    }

    @Test func `of thousands at once leaves nobody out`() throws {
        let world = try Self.secured()
        let crowd = try Crowd(count: 400, port: world.listener.port)
        let ends = try (0..<crowd.count).map { _ in try TLSEnd(version: TLS1_3_VERSION) }
        for place in 0..<crowd.count {
            _ = try ends[place].handshake()
            try crowd[place].flush(ends[place])
        }
        for place in 0..<crowd.count {
            while try !ends[place].handshake() {
                ends[place].putInput(try crowd[place].receiveSome())
            }
            try crowd[place].flush(ends[place])
        }
        #expect(world.journal.opened(400).count == 400)
    }

    @Test(arguments: [
        ("h2", false), ("http/1.1", true), ("h2 http/1.1", true), ("http/1.0 h2", false),
    ])
    func `agrees on http/1.1 or on nothing`(names: String, isWelcome: Bool) throws {
        let offers = names.split(separator: " ").flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        let world = try Self.secured()
        let end = try TLSEnd(version: TLS1_3_VERSION, offers: offers)
        if isWelcome {
            let peer = try Peer(port: world.listener.port, tls: end)
            try peer.send([1])
            #expect(try peer.receive(1) == [1])
        } else {
            let error = #expect(throws: TLSEnd.Failure.self) {
                _ = try Peer(port: world.listener.port, tls: end)
            }
            #expect(error?.description == "tlsv1 alert no application protocol")
            let reason = "the peer wants another protocol than http/1.1 (no application protocol)"
            #expect(Self.failures(world) == [reason])
        }
    }

    @Test func `of an old version is refused, and fails at the peer`() throws {
        let world = try Self.secured()
        #expect(throws: TLSEnd.Failure.self) {
            _ = try Peer(port: world.listener.port, tls: TLSEnd(version: TLS1_1_VERSION))
        }
        #expect(Self.failures(world).count == 1)
    }

    @Test func `is not begun again on a connection that has had one`() throws {
        let world = try Self.secured()
        let end = try TLSEnd(version: TLS1_2_VERSION)
        let peer = try Peer(port: world.listener.port, tls: end)
        #expect(SSL_renegotiate(end.ssl) == 1)
        _ = try end.handshake()
        try peer.flush(end)
        #expect(throws: TLSEnd.Failure(description: "no renegotiation")) {
            end.putInput(try peer.receiveSome())
            _ = try end.handshake()
        }
        let other = try world.peer()
        try other.send([1])
        #expect(try other.receive(1) == [1])
    }

    @Test(arguments: versions)
    func `is rewarded with a ticket where that cannot betray it`(version: Int32) throws {
        let world = try Self.secured()
        let end = try TLSEnd(version: version)
        let peer = try Peer(port: world.listener.port, tls: end)
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
        let hasTicket = SSL_SESSION_has_ticket(SSL_get_session(end.ssl)) == 1
        #expect(hasTicket == (version == TLS1_3_VERSION))
    }

    @Test func `that is under way, or has not begun, does not hold up the end of the loop`()
        async throws
    {
        var limits = LoopLimits.patient
        limits.handshakesMax = 1
        let world = try Self.secured(limits)
        let crowd = try Crowd(count: 10, port: world.listener.port)
        for place in 1..<10 { try crowd[place].send([0x16]) }
        while try world.onLoop({ $0.connectionCount }) < 10 {}
        await world.loop.stop()
        #expect(await world.loop.connectionCount == 0)
        let departures = Array(repeating: Journal.Event.departed(0x7F00_0001), count: 10)
        #expect(world.journal.all == departures)
        for place in 0..<crowd.count { _ = try? crowd[place].receive(1) }
    }

    @Test func `may begin with anything without harm`() throws {
        let end = try TLSEnd(version: TLS1_3_VERSION)
        _ = try end.handshake()
        let hello = end.takeOutput()
        let world = try Self.secured()
        for seed: UInt64 in 1...200 {
            var generator = SeededGenerator(seed: seed)
            var bytes = hello
            for _ in 0...generator.below(8) {
                bytes[1 + generator.below(bytes.count - 1)] = generator.bytes(1)[0]
            }
            let peer = try Peer(port: world.listener.port)
            try peer.send(Array(bytes.prefix(1 + generator.below(2 * bytes.count))))
            peer.finish()
            _ = try? peer.receive(100_000)
        }
        let peer = try world.peer()
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
    }
}
