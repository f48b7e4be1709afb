import ArgumentParser
import Foundation
import SwiftProtobuf
import TestSupport
import Testing
import Wire

@testable import Terminal

/// Z5: one's own data, from the command line.
@Suite struct `One's own data` {
    @Test func `is shown, and a name is changed without a password`() async throws {
        let (server, printer) = (FakeServer(), RecordingPrinter())
        let session = server.session(on: printer)
        try await Self.run("profile", on: session)
        try await Self.run("profile --name Ana", on: session)
        #expect(
            server.commands == [
                .accountRead(AccountRead()), .accountUpdate(.with { $0.displayName = "Ana" }),
            ])
        #expect(printer.talkLines.last == "you are Ana now")
    }

    @Test func `is one JSON document, however many pages there are`() async throws {
        let folder = try TemporaryFolder()
        let server = FakeServer { command in
            guard case .accountExport(let export) = command else { return .success(.done(Done())) }
            let number = Int(export.after) ?? 0
            var page = ExportPage()
            if number != 1 { page.records = [.with { $0.liked = "post \(number)\u{7}" }] }
            page.next = number < 2 ? "\(number + 1)" : ""
            return .success(.export(page))
        }
        let printer = RecordingPrinter()
        let session = server.session(on: printer)
        let path = "\(folder.path)/me.json"
        try await Self.run("export \(path)", on: session)
        let document = try JSONDecoder().decode(
            [String: [[String: String]]].self, from: Data(contentsOf: URL(filePath: path)))
        #expect(document == ["records": [["liked": "post 0\u{7}"], ["liked": "post 2\u{7}"]]])
        await #expect(throws: Failure.self) { try await Self.run("export \(path)", on: session) }
        try await Self.run("export", on: session)
        let text = printer.dataLines.joined(separator: "\n")
        #expect(
            try JSONDecoder().decode([String: [[String: String]]].self, from: Data(text.utf8))
                == document)
    }

    @Test(arguments: ["login", "login ana --id-token x", "login ana --email a@b.org"])
    func `is not opened by half a log-in`(line: String) {
        #expect(throws: (any Error).self) {
            _ = try UpforCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        }
    }

    @Test func `is opened by an issuer's word: first the nonce, then the token`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/token"
        try "a.b\n.c\n".write(toFile: path, atomically: true, encoding: .utf8)
        let nonce = IdentityEntry(issuer: "home", token: nil, username: nil, email: nil)
        #expect(
            try nonce.command(device: "laptop") == .identityBegin(.with { $0.issuer = "home" }))
        let token = IdentityEntry(issuer: "home", token: path, username: "ana", email: "a@b.org")
        #expect(
            try token.command(device: "laptop")
                == .identityLogin(
                    .with {
                        ($0.issuer, $0.idToken, $0.device) = ("home", "a.b.c", "laptop")
                        ($0.username, $0.email) = ("ana", "a@b.org")
                    }))
        let missing = IdentityEntry(
            issuer: "home", token: path + "2", username: nil, email: nil)
        #expect(throws: Failure.self) { _ = try missing.command(device: "laptop") }
    }

    @Test func `has ways in, which are listed after each change of them`() throws {
        let wording = `An event`.wording
        let home = LinkedIdentity.with { ($0.issuer, $0.since) = ("ho\u{7}me", Samples.at) }
        #expect(
            wording.answer(.identities(.with { $0.identities = [home] }))
                == ["an identity of home opens your account, since 22:02"])
        #expect(
            wording.answer(.identities(Identities())) == ["no outside identity opens your account"])
    }

    private static func run(_ line: String, on session: Session) async throws {
        let command = try UpforCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        try await #require(command as? any SessionCommand).perform(in: session)
    }
}
