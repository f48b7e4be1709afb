import EventLoop
import Glibc
import Testing
import WebSocket
import Wire

@testable import Client

@Suite(.timeLimit(.minutes(5))) struct `Over a real socket` {
    static func client(
        _ address: String, _ format: WireFormat, connectSeconds: Int = 3_600
    ) throws -> UpforClient {
        let server = try #require(ServerAddress(address))
        var options = ClientOptions(
            format: format, device: "test-1", answerSeconds: 3_600, connectSeconds: connectSeconds)
        options.backoff = Backoff(first: .milliseconds(20), max: .milliseconds(100))
        return UpforClient(server: server, options: options)
    }

    /// The texts of the next `count` events of the inbox.
    static func texts(_ count: Int, from client: UpforClient) async -> [String] {
        var texts: [String] = []
        for await event in client.events {
            if case .inbox(_, _, .roomMessage(let message)) = event { texts.append(message.text) }
            if texts.count == count { break }
        }
        return texts
    }

    @Test(arguments: WireFormat.allCases)
    func `a client chats, loses its connection and misses nothing`(format: WireFormat) async throws
    {
        let server = try TestServer()
        server.deliver(["one", "two"])
        let client = try Self.client(server.address, format)
        try await client.connect()
        let session = try await client.signIn(token: "t", after: 0, epoch: "")
        #expect(session.top == 2)
        #expect(try await client.call(.send("three", cid: "k1")) == .sent)
        #expect(await Self.texts(3, from: client) == ["one", "two", "three"])

        server.breakConnections()
        server.deliver(["four"])
        server.dismiss(.serviceRestart)
        server.deliver(["five"])
        #expect(await Self.texts(2, from: client) == ["four", "five"])
        #expect(client.position == ("e", 5))

        await client.close()
        await #expect(throws: ClientError.closed) { try await client.call(.list) }
        await server.stop()
    }

    /// Binds a port of 127.0.0.1, without listening on it.
    ///
    /// - Returns: the socket; less than 0 when the port is in use.
    private static func hold(_ port: UInt16) -> Int32 {
        let held = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isHeld = withUnsafePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(held, $0, size) == 0 }
        }
        guard !isHeld else { return held }
        _ = Glibc.close(held)
        return -1
    }

    @Test func `a client tries each address of a name`() async throws {
        var server = try TestServer(on: "::1")
        var held = Self.hold(server.port)
        while held < 0 {
            await server.stop()
            server = try TestServer(on: "::1")
            held = Self.hold(server.port)
        }
        defer { _ = Glibc.close(held) }
        let client = try Self.client("ws://localhost:\(server.port)", .json)
        try await client.connect()
        await client.close()
        await server.stop()
        await #expect(throws: ClientError.self) {
            try await Self.client("ws://localhost:\(server.port)", .json, connectSeconds: 1)
                .connect()
        }
    }

    @Test(arguments: [
        (1, 10, 3_000), (3, 10, 3_000), (5, 10, 2_000), (2, 1, 500), (9, Int.max, 3_000),
    ])
    func `each silent address has its share of the time`(count: Int, seconds: Int, share: Int) {
        #expect(Line.connectMilliseconds(count: count, within: seconds) == share)
    }

    @Test func `a refusal comes as an error`() async throws {
        let server = try TestServer()
        let client = try Self.client(server.address, .json)
        try await client.connect()
        let error = await #expect(throws: ClientError.self) { try await client.call(.list) }
        guard case .refused(let refusal)? = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(refusal.code == .unknownCommand)
        await client.close()
        await server.stop()
    }

    @Test func `a command in flight fails with its connection`() async throws {
        let server = try TestServer()
        let client = try Self.client(server.address, .json)
        try await client.connect()
        // The server's answer to this one is to throw its client out.
        let error = await #expect(throws: ClientError.self) {
            try await client.call(.roomList(RoomList()))
        }
        #expect(error == .disconnected("the server closed the connection (4501)"))
        await client.close()
        await server.stop()
    }

    @Test func `a port without a listener fails at once, with the reason`() async throws {
        // The listener is gone at once, and its port is free again.
        let port = try Listener(host: "127.0.0.1", port: 0).port
        let client = try Self.client("127.0.0.1:\(port)", .json)
        let error = await #expect(throws: ClientError.self) { try await client.connect() }
        guard case .unreachable(let reason)? = error else {
            Issue.record("not unreachable: \(String(describing: error))")
            return
        }
        #expect(reason == "127.0.0.1:\(port): Connection refused")
        await client.close()
    }

    @Test func `a host that does not exist is reported as such`() async throws {
        // A label of 64 characters is no name, so no name server is asked.
        let host = String(repeating: "a", count: 64)
        let client = try Self.client("ws://\(host):1", .json)
        let error = ClientError.unreachable("\(host): no such host")
        await #expect(throws: error) { try await client.connect() }
        await client.close()
    }

    @Test func `a thousand clients share one loop`() async throws {
        let server = try TestServer()
        server.deliver(["hello"])
        let clients = try (0..<1_000).map { _ in try Self.client(server.address, .binary) }
        let heard = try await withThrowingTaskGroup(of: [String].self) { group in
            for client in clients {
                group.addTask {
                    try await client.connect()
                    _ = try await client.signIn(token: "t", after: 0, epoch: "")
                    return await Self.texts(1, from: client)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(heard == Array(repeating: ["hello"], count: 1_000))
        for client in clients { await client.close() }
        await server.stop()
    }

    @Test func `a client without an owner closes its connection`() async throws {
        let server = try TestServer()
        var client: UpforClient? = try Self.client(server.address, .json)
        try await client?.connect()
        let events = try #require(client?.events)
        client = nil
        for await _ in events {}
        await server.solitude()
        await server.stop()
    }
}
