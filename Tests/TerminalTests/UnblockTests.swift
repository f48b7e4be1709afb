import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `The command unblock` {
    private let printer = RecordingPrinter()

    /// Ana has blocked ben.
    private let server = FakeServer { command in
        guard case .blockList = command else { return .success(.done(Done())) }
        return .success(
            .blocks(.with { $0.users = [.with { $0.username = "ben" }] }))
    }

    @Test func `lifts a block`() async throws {
        try await unblock("ben")
        #expect(
            server.commands == [
                .blockList(BlockList()), .userUnblock(.with { $0.user = "ben" }),
            ])
        #expect(printer.talkLines == ["ben is no longer blocked"])
    }

    /// The refusal does not show whether there is such a user at all.
    @Test(arguments: ["cleo", "nobody", "Ben"])
    func `says so when there is none`(name: String) async throws {
        await #expect(throws: Failure.local("\(name) was not blocked")) {
            try await unblock(name)
        }
        #expect(server.commands == [.blockList(BlockList())])
    }

    private func unblock(_ name: String) async throws {
        let command = try UpforCommand.parseAsRoot(["unblock", name])
        try await #require(command as? any SessionCommand)
            .perform(in: server.session(on: printer))
    }
}
