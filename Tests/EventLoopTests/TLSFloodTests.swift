import COpenSSL
@testable import EventLoop
import Testing

/// What costs us much and a peer little once the handshake is done.
@Suite struct `Handshake messages after the handshake` {
    private static func limited(_ most: Int, over carrier: Carrier) throws -> World {
        var limits = LoopLimits.patient
        limits.postHandshakeMax = most
        return try World(limits: limits, over: carrier)
    }

    @Test func `that change the keys are served up to the limit`() throws {
        let world = try Self.limited(3, over: .tls13)
        let tls = try TLSEnd(version: TLS1_3_VERSION)
        let peer = try Peer(port: world.listener.port, tls: tls)
        for _ in 0..<3 { try tls.changeKeys() }
        try peer.send([1])
        #expect(try peer.receive(1) == [1])
    }

    @Test(arguments: [4, 2_000])
    func `that change the keys too often end the connection, and nothing behind them is read`(
        count: Int
    ) throws {
        let world = try Self.limited(3, over: .tls13)
        let tls = try TLSEnd(version: TLS1_3_VERSION)
        let peer = try Peer(port: world.listener.port, tls: tls)
        for _ in 0..<count { try tls.changeKeys() }
        try peer.send([1])
        #expect(world.journal.closures(1) == [.flooded])
        let received = world.journal.all.contains { if case .received = $0 { true } else { false } }
        #expect(!received)
    }

    @Test func `that begin it anew count as well`() throws {
        // OpenSSL's client gives up after one attempt.
        let world = try Self.limited(0, over: .tls12)
        let tls = try TLSEnd(version: TLS1_2_VERSION)
        let peer = try Peer(port: world.listener.port, tls: tls)
        tls.renegotiate()
        try peer.flush(tls)
        #expect(world.journal.closures(1) == [.flooded])
    }

    @Test func `are counted by the minute`() {
        var count = PostHandshakeCount(max: 2)
        let moments: [Int64] = [1_000, 60_999, 60_999, 61_000]
        let verdicts = moments.map { count.exceeds(atMilliseconds: $0) }
        #expect(verdicts == [false, false, true, false])
    }
}
