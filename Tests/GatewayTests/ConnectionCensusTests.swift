import EventLoop
import Kernel
import Testing

@testable import Gateway
@testable import Hub
@testable import Observability
@testable import Settings
@testable import SettingsFile

@Suite struct `The census of connections` {
    private let census = ConnectionCensus()

    private static func settings(_ connections: Int, _ perAddress: Int) -> ClientSettings {
        var configuration = Configuration()
        configuration.limits.connections = connections
        configuration.limits.connectionsPerAddress = perAddress
        return ClientSettings(configuration)
    }

    private static func key(_ number: UInt32) -> ConnectionKey {
        ConnectionKey(loop: 0, connection: ConnectionID(index: number, generation: 0))
    }

    private static func guest(_ number: UInt32) -> ConnectionCensus.Admission {
        .admitted(insteadOf: key(number))
    }

    /// Admits a connection, which then signs in.
    private func user(
        _ number: UInt32, from network: UInt64, _ settings: ClientSettings
    ) -> ConnectionCensus.Admission {
        defer { census.settle(Self.key(number), as: 1, from: network) }
        return visitor(number, from: network, settings)
    }

    private func visitor(
        _ number: UInt32, from network: UInt64, _ settings: ClientSettings, isProxy: Bool = false
    ) -> ConnectionCensus.Admission {
        census.admit(Self.key(number), from: network, isProxy: isProxy, within: settings)
    }

    @Test func `admits as many users as may be from one network, and again when one has left`() {
        let settings = Self.settings(10, 2)
        #expect(user(1, from: 1, settings) == .admitted)
        #expect(user(2, from: 1, settings) == .admitted)
        #expect(visitor(3, from: 1, settings) == .full(.connectionsPerAddress, 2))
        #expect(visitor(3, from: 2, settings) == .admitted)
        census.leave(Self.key(1), from: 1)
        #expect(user(1, from: 1, settings) == .admitted)
        #expect(visitor(4, from: 1, settings) == .full(.connectionsPerAddress, 2))
    }

    @Test func `admits as many users as may be in all`() {
        let settings = Self.settings(3, 3)
        for number: UInt32 in 1...3 {
            #expect(user(number, from: UInt64(number), settings) == .admitted)
        }
        #expect(visitor(4, from: 4, settings) == .full(.connections, 3))
        census.leave(Self.key(2), from: 2)
        census.leave(Self.key(2), from: 2)
        #expect(user(4, from: 4, settings) == .admitted)
        #expect(visitor(5, from: 5, settings) == .full(.connections, 3))
    }

    @Test func `lets a proxy have all, and counts those behind it`() {
        let settings = Self.settings(5, 2)
        for number: UInt32 in 1...5 {
            #expect(visitor(number, from: 1, settings, isProxy: true) == .admitted)
        }
        func move(_ number: UInt32, to network: UInt64) -> ConnectionCensus.Admission {
            defer { census.settle(Self.key(number), as: 1, from: network) }
            return census.move(Self.key(number), from: 1, to: network, within: settings)
        }
        #expect(move(1, to: 2) == .admitted)
        #expect(move(2, to: 2) == .admitted)
        #expect(move(3, to: 2) == .full(.connectionsPerAddress, 2))
        for number: UInt32 in 4...5 { census.settle(Self.key(number), as: 1, from: 1) }
        #expect(visitor(6, from: 3, settings) == .full(.connections, 5))
        census.leave(Self.key(1), from: 2)
        #expect(user(6, from: 2, settings) == .admitted)
        for (number, network) in [(2, 2), (3, 1), (4, 1), (5, 1), (6, 2)] as [(UInt32, UInt64)] {
            census.leave(Self.key(number), from: network)
        }
        for number: UInt32 in 11...15 {
            #expect(user(number, from: UInt64(number), settings) == .admitted)
        }
        #expect(visitor(16, from: 16, settings) == .full(.connections, 5))
    }

    @Test func `gives an IPv6 site four times as much as one of its networks`() {
        let settings = Self.settings(100, 2)
        let site: UInt64 = 0x2001_0DB8_0001_0000
        for number: UInt32 in 0..<8 {
            #expect(user(number, from: site + UInt64(number / 2), settings) == .admitted)
        }
        #expect(visitor(9, from: site, settings) == .full(.connectionsPerAddress, 2))
        #expect(visitor(9, from: site + 9, settings) == .full(.connectionsPerAddress, 8))
        #expect(visitor(9, from: site + 0x1_0000, settings) == .admitted)
        census.leave(Self.key(7), from: site + 3)
        #expect(user(10, from: site + 9, settings) == .admitted)
        #expect(visitor(11, from: site + 8, settings) == .full(.connectionsPerAddress, 8))
        // IPv4 addresses that differ in their last bits are of no site.
        for number: UInt32 in 20..<40 {
            #expect(user(number, from: 0x0A00_0000 + UInt64(number), settings) == .admitted)
        }
    }

    @Test func `sends a visitor away for a newcomer, but no user`() {
        let settings = Self.settings(4, 4)
        #expect(user(1, from: 1, settings) == .admitted)
        for number: UInt32 in 2...4 {
            #expect(visitor(number, from: UInt64(number), settings) == .admitted)
        }
        #expect(user(5, from: 5, settings) == Self.guest(2))
        #expect(user(6, from: 6, settings) == Self.guest(3))
        census.settle(Self.key(4), as: 1, from: 4)
        #expect(visitor(7, from: 7, settings) == .full(.connections, 4))
        // Both were on their way out, and no longer held a place.
        census.leave(Self.key(2), from: 2)
        census.leave(Self.key(3), from: 3)
        #expect(visitor(7, from: 7, settings) == .full(.connections, 4))
        census.leave(Self.key(1), from: 1)
        #expect(visitor(7, from: 7, settings) == .admitted)
        // After a sign-out a connection is a visitor's again.
        census.unsettle(Self.key(5), from: 5)
        #expect(visitor(8, from: 8, settings) == Self.guest(7))
        #expect(user(9, from: 9, settings) == Self.guest(5))
    }

    @Test func `sends one of the same address away when that is full`() {
        let settings = Self.settings(100, 2)
        #expect(visitor(1, from: 9, settings) == .admitted)
        #expect(user(2, from: 1, settings) == .admitted)
        #expect(visitor(3, from: 1, settings) == .admitted)
        #expect(visitor(4, from: 1, settings) == Self.guest(3))
        #expect(census.move(Self.key(1), from: 9, to: 1, within: settings) == Self.guest(4))
        census.settle(Self.key(1), as: 1, from: 1)
        #expect(visitor(5, from: 1, settings) == .full(.connectionsPerAddress, 2))
    }

    @Test func `keeps a connection that signs in before it was sent away`() {
        let settings = Self.settings(1, 1)
        #expect(visitor(1, from: 1, settings) == .admitted)
        #expect(user(2, from: 2, settings) == Self.guest(1))
        #expect(census.isLeaving(Self.key(1)))
        census.settle(Self.key(1), as: 1, from: 1)
        #expect(!census.isLeaving(Self.key(1)))
        census.leave(Self.key(2), from: 2)
        #expect(visitor(3, from: 3, settings) == .full(.connections, 1))
        census.leave(Self.key(1), from: 1)
        #expect(visitor(3, from: 3, settings) == .admitted)
    }

    @Test func `has only so many of one user keep their place`() {
        let settings = Self.settings(102, 102)
        for number: UInt32 in 0..<102 {
            #expect(user(number, from: 1, settings) == .admitted)
        }
        #expect(visitor(200, from: 1, settings) == Self.guest(100))
        census.leave(Self.key(100), from: 1)
        census.settle(Self.key(200), as: 2, from: 1)
        // Signed in as another user it stays, though it was on its way out.
        #expect(visitor(201, from: 1, settings) == Self.guest(101))
        census.settle(Self.key(101), as: 2, from: 1)
        #expect(visitor(202, from: 1, settings) == Self.guest(201))
        // One of the many is gone: another has its place.
        census.leave(Self.key(0), from: 1)
        census.settle(Self.key(202), as: 1, from: 1)
        #expect(visitor(203, from: 1, settings) == .full(.connectionsPerAddress, 102))
        // It now belongs to a user who has enough connections.
        census.settle(Self.key(200), as: 1, from: 1)
        #expect(visitor(203, from: 1, settings) == Self.guest(200))
    }

    @Test func `has only so many on their way out`() {
        let settings = Self.settings(400, 400)
        for number: UInt32 in 0..<400 {
            #expect(visitor(number, from: UInt64(number) + 1, settings) == .admitted)
        }
        for number: UInt32 in 0..<192 {
            #expect(visitor(1_000 + number, from: 7_000, settings) != .full(.connections, 400))
        }
        #expect(visitor(2_000, from: 8_000, settings) == .full(.connections, 400))
        #expect(census.makeRoom(for: 10) == [])
        census.leave(Self.key(7_777), from: 7_777)
        census.leave(Self.key(0), from: 1)
        #expect(visitor(2_000, from: 8_000, settings) != .full(.connections, 400))
    }

    @Test func `leaves others room while one address has its own sent away`() {
        let settings = Self.settings(200, 200)
        for number: UInt32 in 0..<200 {
            #expect(visitor(number, from: 1, settings) == .admitted)
        }
        for number: UInt32 in 0..<96 {
            #expect(visitor(1_000 + number, from: 1, settings) == Self.guest(number))
        }
        #expect(visitor(2_000, from: 1, settings) == .full(.connectionsPerAddress, 200))
        #expect(visitor(3_000, from: 9, settings, isProxy: true) == Self.guest(96))
        #expect(visitor(3_001, from: 2, settings) == Self.guest(97))
        let move = census.move(Self.key(3_000), from: 9, to: 3, within: Self.settings(200, 0))
        #expect(move == .full(.connectionsPerAddress, 0))
    }

    @Test func `counts an IPv6 network of 64 bits, and a mapped IPv4 address, as one`() throws {
        let key = { (host: String) throws in
            try #require(SocketAddress.parse(host: host, port: 1)).networkKey
        }
        #expect(try key("2001:db8::1") == key("2001:db8::ffff:1"))
        #expect(try key("2001:db8::1") != key("2001:db8:0:1::1"))
        #expect(try key("::ffff:10.0.0.1") == key("10.0.0.1"))
        #expect(try key("10.0.0.2") != key("10.0.0.1"))
    }

    @Test func `names limits by keys that there are`() {
        let keys = Set(ConfigurationKeys.all.map(\.name))
        for limit in LimitName.all + Rate.all.map(LimitName.init) {
            #expect(keys.contains(limit.rawValue), "\(limit)")
        }
    }
}
