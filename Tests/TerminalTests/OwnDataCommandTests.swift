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
                .accountRead(AccountRead()), .identityList(IdentityList()),
                .accountUpdate(.with { $0.displayName = "Ana" }),
            ])
        #expect(printer.talkLines.last == "you are Ana now")
    }

    @Test(
        arguments: [
            ([], ["not done: --email, --name"]),
            (["--email"], ["your e-mail address is a@b.org now", "not done: --name"]),
            (
                ["--email", "--name"],
                ["your e-mail address is a@b.org now", "you are Ana now"]
            ),
        ] as [([String], [String])])
    func `is changed up to what is refused, and what was not done is said`(
        accepted: [String], lines: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("a.b.c".utf8), to: "token")
        let refused = Failure.refused(.with { $0.code = .wrongCredentials })
        let server = FakeServer { command in
            accepted.contains(Self.option(command)) ? .success(.done(Done())) : .failure(refused)
        }
        let printer = RecordingPrinter()
        let line =
            "profile --name Ana --email a@b.org --issuer home --id-token \(folder.path)/token"
        do {
            try await Self.run(line, on: server.session(on: printer))
            #expect(accepted.count == 2)
        } catch {
            #expect(error as? Failure == refused)
        }
        #expect(printer.talkLines == lines)
        let asked = ["--email", "--name"].prefix(accepted.count + 1)
        #expect(server.commands.map(Self.option) == Array(asked), "the proof comes first")
        let script = RecordingPrinter()
        _ = try? await Self.run(line, on: server.session(on: script, json: true))
        #expect(script.talkLines == lines.filter { $0.hasPrefix("not done") })
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
        #expect(printer.talkLines == ["2 records: \(path) is written"])
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

    @Test(arguments: [(Int64.min, 1), (0, 1), (7, 8), (3_599, 3_600), (Int64.max, 3_600)])
    func `waits for a server that is in no hurry, but not for ever`(seconds: Int64, wait: Int) {
        #expect(ExportDocument.wait(seconds) == wait)
    }

    @Test(arguments: [
        "login", "login ana --id-token x", "login ana --email a@b.org", "profile --link-token x",
        "profile --link there --email a@b.org", "profile --link there --password",
        "profile --link there --unlink here", "profile --issuer home --email a@b.org --password",
        "delete-account --id-token x", "profile --issuer home --id-token x",
        "profile --email a@b.org --password --issuer home --id-token x",
        "profile --link there --link-token - --issuer home --id-token -",
        "profile --password --password-stdin --issuer home --id-token -",
    ])
    func `is not opened by half a log-in, or half a proof`(line: String) {
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

    @Test func `is proven by an issuer's word, too, and another way in is added`() async throws {
        let folder = try TemporaryFolder()
        let (first, second) = ("\(folder.path)/first", "\(folder.path)/second")
        try "a.b.c\n".write(toFile: first, atomically: true, encoding: .utf8)
        try "d.e.f\n".write(toFile: second, atomically: true, encoding: .utf8)
        let server = FakeServer { _ in .success(.identities(Identities())) }
        let session = server.session(on: RecordingPrinter())
        for line in [
            "profile --link there", "profile --issuer home",
            "profile --link there --link-token \(second) --issuer home --id-token \(first)",
            "profile --unlink there --issuer home --id-token \(first)",
        ] {
            try await Self.run(line, on: session)
        }
        let proof = Proof.with { ($0.issuer, $0.idToken) = ("home", "a.b.c") }
        #expect(
            server.commands == [
                .identityBegin(.with { $0.issuer = "there" }),
                .identityBegin(.with { $0.issuer = "home" }),
                .identityLink(
                    .with { ($0.issuer, $0.idToken, $0.proof) = ("there", "d.e.f", proof) }),
                .identityUnlink(.with { ($0.issuer, $0.proof) = ("there", proof) }),
            ])
        let words = ["delete-account", "--issuer", "home", "--id-token", first]
        let deletion = try #require(
            try UpforCommand.parseAsRoot(words) as? DeleteAccountCommand)
        #expect(try deletion.proof.proof() == proof)
        #expect(deletion.proof.challenge == nil)
    }

    @Test func `that others may know is shown, and changed piece by piece`() async throws {
        let server = FakeServer { _ in .success(.privacy(.with { $0.typing = true })) }
        let printer = RecordingPrinter()
        let session = server.session(on: printer)
        try await Self.run("privacy", on: session)
        #expect(server.commands == [.privacyRead(PrivacyRead())])
        #expect(
            printer.dataLines == [
                "invisible    off  friends see whether you are online",
                "typing       on   friends see that you are writing to them",
                "receipts     off  friends do not see how far you have read",
                "circle       off  what you did is posted only when you say `did`",
                "listed       off  you are not in the list of people",
                "invitations  off  invitations do not reach you, and friends are not told",
            ])
        try await Self.run("privacy --invisible off --circle on", on: session)
        guard case .privacySet(var set)? = server.commands.last else {
            return #expect(Bool(false), "nothing was set")
        }
        #expect(!set.cid.isEmpty)
        set.cid = ""
        #expect(set == .with { ($0.invisible, $0.circle) = (false, true) })
        #expect(
            `An event`.wording.event(.privacyChanged(PrivacyChanged()), at: nil)
                == [
                    "your privacy: invisible off, typing off, receipts off, circle off, "
                        + "listed off, invitations off"
                ])
    }

    @Test(
        arguments: [
            ([], [], []),
            (["home"], [], ["you can sign in with home, too (`profile --link home`)"]),
            (
                ["home", "work"], ["home"],
                [
                    "an identity of home opens your account, since 22:02",
                    "you can sign in with work, too (`profile --link work`)",
                ]
            ), (["home"], ["home"], ["an identity of home opens your account, since 22:02"]),
        ] as [([String], [String], [String])])
    func `tells what else opens the account, and what could`(
        issuers: [String], linked: [String], lines: [String]
    ) async throws {
        let identities = Identities.with {
            $0.issuers = issuers
            $0.identities = linked.map { name in
                .with { ($0.issuer, $0.since) = (name, Samples.at) }
            }
        }
        let server = FakeServer { command in
            if case .identityList = command { return .success(.identities(identities)) }
            return .success(.account(.with { $0.user = Samples.person("ana", "ana") }))
        }
        let printer = RecordingPrinter()
        try await Self.run("profile", on: server.session(on: printer))
        #expect(printer.dataLines == ["ana"] + lines)
    }

    @Test(arguments: [false, true])
    func `is one JSON object, whatever the server leaves out`(isRefused: Bool) async throws {
        let server = FakeServer { command in
            guard case .identityList = command else {
                return .success(.account(.with { $0.email = "a@b.org" }))
            }
            return isRefused
                ? .failure(.refused(.with { $0.code = .internal }))
                : .success(.identities(.with { $0.issuers = ["home"] }))
        }
        let printer = RecordingPrinter()
        try await Self.run("profile --json", on: server.session(on: printer, json: true))
        let identities = isRefused ? "" : #","identities":{"issuers":["home"],"identities":[]}"#
        #expect(printer.dataLines == [#"{"account":{"email":"a@b.org"}"# + identities + "}"])
    }

    @Test func `leaves nothing behind that is not whole`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/me.json"
        let server = FakeServer { command in
            guard case .accountExport(let export) = command, export.after.isEmpty else {
                return .failure(.unreachable("gone"))
            }
            #expect(!folder.files.contains("me.json"), "not before it is whole")
            return .success(.export(.with { $0.next = "1" }))
        }
        let session = server.session(on: RecordingPrinter())
        await #expect(throws: Failure.unreachable("gone")) {
            try await Self.run("export \(path)", on: session)
        }
        #expect(folder.files == [])
        try folder.write([1], to: "me.json")
        await #expect(throws: Failure.self) { try await Self.run("export \(path)", on: session) }
        #expect(try folder.read("me.json") == [1])
        #expect(server.commands.count == 2, "nothing is asked for that cannot be kept")
    }

    @Test func `is not opened by a token without end`() throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 0x61, count: 1 << 20), to: "token")
        for path in ["\(folder.path)/token", "/dev/zero"] {
            #expect(throws: Failure.local("\(path) is too large: it may have 65536 bytes")) {
                try IDToken.text(of: path)
            }
        }
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

    /// What asks for the command.
    private static func option(_ command: ClientMessage.OneOf_Command) -> String {
        switch command {
        case .emailChange: "--email"
        case .accountUpdate: "--name"
        default: "\(command)"
        }
    }

    private static func run(_ line: String, on session: Session) async throws {
        let command = try UpforCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        try await #require(command as? any SessionCommand).perform(in: session)
    }
}
