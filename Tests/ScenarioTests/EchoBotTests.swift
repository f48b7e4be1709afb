import Client
import Foundation
import Server
import Synchronization
import Testing
import Wire

/// The example of docs/CLIENT.md.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `The example of the client library` {
    /// The memory of a bot, and its changes.
    private final class Disk: Sendable {
        private let memory: Mutex<EchoBot.Memory>
        let changes: AsyncStream<Void>
        private let feed: AsyncStream<Void>.Continuation

        init(_ memory: EchoBot.Memory) {
            self.memory = Mutex(memory)
            (changes, feed) = AsyncStream.makeStream()
        }

        var content: EchoBot.Memory { memory.withLock { $0 } }

        func keep(_ memory: EchoBot.Memory) {
            self.memory.withLock { $0 = memory }
            feed.yield()
        }

        func changed() async { for await _ in changes { return } }
    }

    @Test func `answers each message once, also those of the time between two runs`()
        async throws
    {
        let site = try Site()
        let ana = try await site.person("ana", .json)
        let owner = try await site.person("echo", .json)
        try await ana.signUp()
        try await owner.signUp()
        try await ana.befriend(owner)
        await owner.close()

        let address = try #require(ServerAddress("ws://\(site.daemon.address)"))
        let first = EchoBot("echo", on: address)
        let disk = Disk(try await first.logIn(password: "correct horse"))
        async let firstRun: Void = first.run(from: disk.content) { disk.keep($0) }
        // The first start begins with new events, so its session has to be open.
        await disk.changed()
        try await ana.send("lunch?", to: "echo", cid: "1")
        #expect(try await ana.answer(of: "echo") == "lunch?")
        await first.stop()
        try await firstRun

        try await ana.send("dinner?", to: "echo", cid: "2")
        let second = EchoBot("echo", on: address)
        async let nextRun: Void = second.run(from: disk.content) { disk.keep($0) }
        #expect(try await ana.answer(of: "echo") == "dinner?")
        try await ana.send("bye", to: "echo", cid: "3")
        #expect(try await ana.answer(of: "echo") == "bye")
        let said = ["lunch?", "dinner?", "bye"].flatMap { [$0, $0] }
        #expect(try await ana.history("echo") == said)
        await second.stop()
        try await nextRun
        await ana.close()
        await site.stop()
    }

    @Test(arguments: ["docs/CLIENT.md", "Sources/Client/Client.docc/EchoBot.md"])
    func `stands in the documents as it is`(path: String) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(
            contentsOf: tests.appending(path: "EchoBot.swift"), encoding: .utf8)
        let page = try String(
            contentsOf: tests.appending(path: "../../\(path)").standardizedFileURL,
            encoding: .utf8)
        #expect(page.contains("```swift\n\(example)```\n"), "\(path) has another example")
    }
}

extension Participant {
    fileprivate func answer(of friend: String) async throws -> String {
        while true {
            let message = try await message()
            if message.from == friend { return message.text }
        }
    }

    fileprivate func history(_ friend: String) async throws -> [String] {
        var command = RoomHistory()
        command.with = friend
        guard case .roomPage(let page) = try await call(.roomHistory(command)) else {
            throw ClientError.violation("no page")
        }
        return page.messages.map(\.text)
    }
}
