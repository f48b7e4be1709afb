import ArgumentParser
import SwiftProtobuf
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Terminal

/// A code of an authenticator, asked for where the server wants one.
@Suite struct `A code of an authenticator` {
    private static let needed = Failure.refused(.with { $0.code = .secondFactorNeeded })

    /// A server that wants the code 123456 with whatever takes one.
    private static func server() -> FakeServer {
        FakeServer { command in
            switch command {
            case .accountLogin(let login) where login.code.isEmpty: .failure(needed)
            case .accountProve(let prove) where prove.proof.code.isEmpty: .failure(needed)
            case .accountLogin, .accountProve: .success(.done(Done()))
            default: .failure(needed)
            }
        }
    }

    @Test func `is asked for when the server wants one, and the command goes again`() async throws {
        let server = Self.server()
        let login = AccountLogin.with { ($0.login, $0.password) = ("ana", "correct horse") }
        let answer = try await SecondFactorQuestion.call(
            .accountLogin(login), by: server.session(on: RecordingPrinter()).call,
            asking: { "123456" })
        #expect(answer == .done(Done()))
        var second = login
        second.code = "123456"
        #expect(server.commands == [.accountLogin(login), .accountLogin(second)])
    }

    @Test func `is put beside the password where a proof is wanted`() async throws {
        let server = Self.server()
        let prove = AccountProve.with { $0.proof.password = "correct horse" }
        _ = try await SecondFactorQuestion.call(
            .accountProve(prove), by: server.session(on: RecordingPrinter()).call,
            asking: { "123456" })
        #expect(
            server.commands.last
                == .accountProve(
                    .with {
                        ($0.proof.password, $0.proof.code) = ("correct horse", "123456")
                    }))
    }

    @Test func `is not asked for without a terminal, nor for what takes none`() async throws {
        let server = Self.server()
        let call = server.session(on: RecordingPrinter()).call
        await #expect(throws: Self.needed) {
            _ = try await SecondFactorQuestion.call(
                .accountLogin(AccountLogin()), by: call,
                asking: { () throws(Failure) in throw .usage("no terminal") })
        }
        await #expect(throws: Self.needed) {
            _ = try await SecondFactorQuestion.call(
                .friendList(FriendList()), by: call, asking: { "123456" })
        }
        #expect(server.commands.count == 2)
        #expect(Self.needed.line.hasSuffix("(`--code`)"))
    }

    @Test func `comes from an app whose secret is shown, and recovery codes are data`() {
        let wording = Wording(
            me: "ana", palette: .plain, times: .utc(now: 1_795_300_000), width: 80)
        let secret = SecondFactorSecret.with {
            ($0.secret, $0.uri) = ("ABC", "otpauth://totp/x")
            $0.expiresAt.seconds = 1_795_300_000
        }
        #expect(
            wording.answer(.secondFactorSecret(secret)).prefix(2)
                == ["secret  ABC", "uri     otpauth://totp/x"])
        let codes = ["aaaa-bbbb-cccc-dddd", "eeee-ffff-gggg-hhhh"]
        #expect(wording.answer(.recoveryCodes(.with { $0.codes = codes })) == codes)
        #expect(
            wording.answer(.secondFactor(.with { $0.on = false }))
                == ["log-ins need no second factor: `second-factor on` changes that"])
        let one = SecondFactor.with { ($0.on, $0.recoveryCodes) = (true, 1) }
        #expect(wording.answer(.secondFactor(one))[0].hasSuffix("; 1 recovery code left"))
    }

    @Test(arguments: [
        ["confirm"], ["on", "123456"], ["off", "123456"], ["sideways"],
    ])
    func `is confirmed with one, and nothing else takes it so`(words: [String]) {
        #expect(throws: (any Error).self) { try SecondFactorCommand.parse(words) }
    }

    @Test func `is good for one change`() {
        #expect(throws: (any Error).self) {
            try ProfileCommand.parse(
                ["--email", "a@b.org", "--unlink", "home", "--code", "123456"])
        }
    }
}

/// What needs a recent proof, from the command line.
@Suite struct `What needs a recent proof` {
    @Test func `is proven when the server wants that, and asked again`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("a.b.c".utf8), to: "token")
        let isProven = Mutex(false)
        let server = FakeServer { command in
            if case .accountProve = command { isProven.withLock { $0 = true } }
            return isProven.withLock { $0 }
                ? .success(.done(Done())) : .failure(.refused(.with { $0.code = .proofNeeded }))
        }
        let words = ["--revoke", "phone", "--issuer", "home", "--id-token", "\(folder.path)/token"]
        let printer = RecordingPrinter()
        let session = server.session(on: printer)
        try await DevicesCommand.parse(words).perform(in: session)
        let prove = AccountProve.with {
            ($0.proof.issuer, $0.proof.idToken) = ("home", "a.b.c")
        }
        let revoke = ClientMessage.OneOf_Command.deviceRevoke(.with { $0.device = "phone" })
        #expect(server.commands == [revoke, .accountProve(prove), revoke])
        #expect(printer.talkLines == ["phone is signed out"])
        try await DevicesCommand.parse(words).perform(in: session)
        #expect(server.commands.count == 4, "nothing is asked for when it is not wanted")
    }
}
