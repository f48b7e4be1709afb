import EventLoop
import Glibc
import Testing

@Suite struct `Connecting` {
    @Test func `opens a connection at both ends, which carries bytes`() throws {
        let server = try World()
        let client = try World(.mute)
        let address = server.listener.address
        let connection = try #require(try client.onLoop { $0.connect(to: address) })
        #expect(client.journal.opened(1) == [connection])
        _ = try client.onLoop { loop in
            [UInt8]([1, 2]).withUnsafeBytes {
                _ = loop.send(UnsafeRawBufferPointer($0), to: connection)
            }
        }
        let total = client.journal.first { events in
            events.contains { if case .received(connection, _) = $0 { true } else { false } }
                ? true : nil
        }
        #expect(total == true)
    }

    @Test func `to a port without a listener fails, and is reported once`() throws {
        let port = try Listener(host: "127.0.0.1", port: 0).port
        let world = try World()
        let address = SocketAddress(v4: 0x7F00_0001, port: port)
        _ = try world.onLoop { $0.connect(to: address) }
        #expect(world.journal.closures(1) == [.failed(errno: ECONNREFUSED)])
        #expect(world.journal.opened(0).isEmpty)
    }

    @Test func `to a port that is taken cannot be listened on`() throws {
        let listener = try Listener(host: "127.0.0.1", port: 0)
        let error = #expect(throws: SystemError.self) {
            try Listener(host: "127.0.0.1", port: listener.port)
        }
        #expect(error?.description == "bind: Address already in use")
    }
}
