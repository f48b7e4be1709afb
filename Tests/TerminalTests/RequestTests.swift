import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

@Suite struct `The command request` {
    private let printer = RecordingPrinter()

    /// Ana has asked ben, in these words, and has no answer. Cleo has asked her.
    private let server = FakeServer { command in
        switch command {
        case .mailboxList:
            .success(
                .mailbox(
                    .with {
                        $0.outgoing = [.with { ($0.user.username, $0.message) = ("ben", "hi") }]
                        $0.incoming = [.with { $0.user.username = "cleo" }]
                    }))
        case .friendRequest(let request):
            .success(
                .friendRequestSent(
                    .with { ($0.to, $0.friends) = (request.to, request.to == "cleo") }))
        default: .success(.done(Done()))
        }
    }

    static let sentences = [
        (["dan", "-m", "hello"], "asked dan"),
        (["cleo"], "cleo had asked you too: you are friends now"),
        (["ben"], "asked ben before: no answer yet"),
        (["ben", "-m", "hi"], "asked ben before: no answer yet"),
    ]

    @Test(arguments: sentences)
    func `says its outcome`(words: [String], sentence: String) async throws {
        try await request(words)
        #expect(printer.talkLines == [sentence])
        #expect(asked == [words[0]])
    }

    /// The first request stays as it was, and so would its words.
    @Test(arguments: ["hello", ""])
    func `asks nobody twice in other words`(message: String) async throws {
        let failure = Failure.local(
            "ben has your request already, in other words:"
                + " `withdraw ben` takes it back, and then you can ask anew")
        await #expect(throws: failure) { try await request(["ben", "-m", message]) }
        #expect(asked == [])
    }

    /// The recipients of the friend requests that the server received.
    private var asked: [String] {
        server.commands.compactMap {
            if case .friendRequest(let request) = $0 { request.to } else { nil }
        }
    }

    private func request(_ words: [String]) async throws {
        let command = try UpforCommand.parseAsRoot(["request"] + words)
        try await #require(command as? any SessionCommand)
            .perform(in: server.session(on: printer))
    }
}
