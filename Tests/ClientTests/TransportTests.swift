import SwiftProtobuf
import Testing
import WebSocket
import Wire

@testable import Client

@Suite(.timeLimit(.minutes(5))) struct `A client over any transport` {
    /// What the server answers, in the client's format.
    static func answer(_ id: UInt32, _ body: ServerMessage.OneOf_Body) -> TransportEvent {
        .message(ServerMessage(id: id, body).bytes(.json))
    }

    /// The id of the next command that opens a session.
    static func sessionOpen(
        in messages: inout AsyncStream<[UInt8]>.AsyncIterator
    ) async throws -> UInt32? {
        while let bytes = await messages.next() {
            let message = try ClientMessage(jsonUTF8Bytes: bytes)
            if case .sessionOpen = message.command { return message.id }
        }
        return nil
    }

    static func event(_ seq: UInt32) -> TransportEvent {
        var message = ServerMessage(.message("\(seq)"))
        message.seq = seq
        return .message(message.bytes(.json))
    }

    /// Nothing happens because of time, however busy the machine: what was given up would be
    /// opened again, and the test would hold on to the wrong one.
    static var options: ClientOptions {
        ClientOptions(
            device: "test-1", answerSeconds: 3_600, connectSeconds: 3_600,
            backoff: Backoff(first: .zero, max: .zero))
    }

    @Test func `does not mix up an old connection and the one after it`() async throws {
        let transport = ScriptedTransport()
        var openings = transport.openings.makeAsyncIterator()
        let client = UpforClient(transport: transport, options: Self.options)

        async let connected: Void = client.connect()
        let old = try #require(await openings.next())
        old(.opened)
        try await connected
        async let session = client.signIn(token: "t", after: 0, epoch: "")
        for await _ in transport.messages { break }
        old(Self.answer(1, .session(.with(epoch: "e", top: 0))))
        _ = try await session

        old(Self.event(1))
        old(Self.event(3))
        let new = try #require(await openings.next())
        old(.ended(.closed(.banned, reason: "late")))
        old(Self.event(2))
        new(.opened)
        new(Self.answer(2, .session(.with(epoch: "e", top: 3))))
        for seq in 2...3 { new(Self.event(UInt32(seq))) }

        var seen: [UInt32] = []
        for await event in client.events {
            if case .inbox(let seq, _, _) = event { seen.append(seq) }
            if seen.count == 3 { break }
        }
        #expect(seen == [1, 2, 3])
        new(.ended(.lost("cable")))
        await client.close()
    }

    @Test func `leaves in the inbox what nobody reads`() async throws {
        let transport = ScriptedTransport()
        var openings = transport.openings.makeAsyncIterator()
        let client = UpforClient(transport: transport, options: Self.options)
        async let connected: Void = client.connect()
        let report = try #require(await openings.next())
        report(.opened)
        try await connected
        async let session = client.signIn(token: "t", after: 0, epoch: "")
        for await _ in transport.messages { break }
        report(Self.answer(1, .session(.with(epoch: "e", top: 0))))
        _ = try await session

        // Two events of the connection lie in the queue already.
        let room = UInt32(UpforClient.eventsMax) - 2
        for seq in 1...(room + 1) { report(Self.event(seq)) }
        #expect(client.position == ("e", room))
        #expect(await openings.next() != nil)
        await client.close()
    }

    @Test func `tells how things stand when its reader has caught up`() async throws {
        let transport = ScriptedTransport()
        var openings = transport.openings.makeAsyncIterator()
        var messages = transport.messages.makeAsyncIterator()
        let client = UpforClient(transport: transport, options: Self.options)
        async let connected: Void = client.connect()
        var report = try #require(await openings.next())
        report(.opened)
        try await connected
        async let session = client.signIn(token: "t", after: 0, epoch: "")
        var id = try #require(await Self.sessionOpen(in: &messages))
        report(Self.answer(id, .session(.with(epoch: "e", top: 0))))
        _ = try await session

        for seq in 1...UInt32(UpforClient.eventsMax - 1) { report(Self.event(seq)) }
        report = try #require(await openings.next())
        // Nobody reads: what comes now finds no place. It is another epoch, and then the end.
        report(.opened)
        id = try #require(await Self.sessionOpen(in: &messages))
        report(Self.answer(id, .session(.with(epoch: "f", top: 0, reset: true))))
        report(.ended(.lost("cable")))
        report = try #require(await openings.next())
        report(.opened)
        id = try #require(await Self.sessionOpen(in: &messages))
        report(Self.answer(id, .session(.with(epoch: "f", top: 0))))
        report(.ended(.closed(CloseCode(rawValue: 4502), reason: "signed out")))

        var told: [ClientEvent] = []
        for await event in client.events {
            if case .inbox = event { continue }
            told.append(event)
            if case .disconnected(_, nil) = event { break }
        }
        let last = try #require(
            told.compactMap { if case .signedIn(let one) = $0 { one } else { nil } }.last)
        #expect(last.epoch == "f" && last.reset)
        await client.close()
    }
}
