import ArgumentParser
import SwiftProtobuf
import Testing
import Wire

@testable import Terminal

/// One's address, confirmed from the command line.
@Suite struct `One's e-mail address` {
    @Test func `is mailed a code, and confirmed by it`() async throws {
        let server = FakeServer { command in
            let isConfirmed = if case .emailConfirm = command { true } else { false }
            return .success(
                .email(.with { ($0.email, $0.verified) = ("ana@example.org", isConfirmed) }))
        }
        let printer = RecordingPrinter()
        let session = server.session(on: printer)
        try await Self.run([], on: session)
        try await Self.run(["abcde-fghjk"], on: session)
        #expect(
            server.commands == [
                .emailProve(EmailProve()), .emailConfirm(.with { $0.code = "abcde-fghjk" }),
            ])
        #expect(
            printer.dataLines == [
                "a code is on its way to ana@example.org: `verify CODE`",
                "ana@example.org is confirmed, and yours alone",
            ])
    }

    @Test func `is about to be another until that is confirmed, and this is said`() async throws {
        let server = FakeServer { _ in
            .success(.account(.with { ($0.email, $0.emailVerified) = ("old@example.org", true) }))
        }
        let printer = RecordingPrinter()
        let change = ProfileChange.email("new@example.org", by: Proof())
        try await server.session(on: printer).make([change])
        #expect(
            printer.talkLines == ["a code is on its way to the new address: `upfor verify CODE`"])
    }

    @Test func `that is not confirmed is shown so`() {
        let wording = Wording(
            me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
        func shown(_ verified: Bool?) -> [String] {
            wording.answer(
                .account(
                    .with {
                        ($0.user.username, $0.user.displayName) = ("ana", "ana")
                        $0.email = "ana@example.org"
                        if let verified { $0.emailVerified = verified }
                    }))
        }
        #expect(shown(nil) == ["ana <ana@example.org>"])
        #expect(shown(true) == ["ana <ana@example.org>"])
        #expect(shown(false) == ["ana <ana@example.org> (not confirmed: `verify`)"])
    }

    private static func run(_ words: [String], on session: Session) async throws {
        let command = try VerifyCommand.parse(words)
        try await command.perform(in: session)
    }
}
