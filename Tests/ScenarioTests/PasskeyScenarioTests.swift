import Client
import Settings
import SwiftProtobuf
import TestAuthenticator
import Testing
import Wire

@testable import Server

/// Sign up, log in and prove with a passkey, over a socket, and what the log says of one that is no
/// good.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `A passkey over a socket` {
    @Test func `opens an account, and the log says why another does not`() async throws {
        let site = try Site { $0.listen.origins = "https://upfor.example" }
        let passkey = try SoftPasskey()
        let dora = try await site.person("dora")
        let account = try await dora.register(with: passkey)
        #expect(try await dora.enter(with: passkey).user == account.user)
        let stolen = try await dora.answer(of: passkey)
        #expect(try await dora.enter(by: stolen).user == account.user)
        #expect(await dora.refusal(of: stolen) == .wrongCredentials)
        passkey.origin = "https://upfor.example.net"
        let foreign = try await dora.answer(of: passkey)
        #expect(await dora.refusal(of: foreign) == .wrongCredentials)
        passkey.origin = "https://upfor.example"
        passkey.counter = 1
        let copied = try await dora.answer(of: passkey)
        #expect(await dora.refusal(of: copied) == .wrongCredentials)
        passkey.counter = 9
        try await dora.signIn(with: account.token)
        guard
            case .passkeyChallenge(let challenge) = try await dora.call(
                .passkeyProveBegin(PasskeyProveBegin()))
        else { throw ClientError.violation("no challenge") }
        #expect(challenge.allow == [SoftPasskey.text(passkey.id)])
        let proof = try AccountProve.with {
            $0.proof.passkey = try PasskeyAssertion(passkey, challenge.challenge)
        }
        guard case .done = try await dora.call(.accountProve(proof)) else {
            throw ClientError.violation("no proof")
        }
        await dora.close()
        await site.stop()
        let log = site.endLog()
        for flaw in ["challenge", "origin", "counter"] {
            #expect(log.contains(#""code":"WRONG_CREDENTIALS","reason":"\#(flaw)""#), "\(flaw)")
        }
        #expect(log.contains("passkey.added") && log.contains("passkey.copied"))
        #expect(!log.contains(SoftPasskey.text(passkey.id)))
    }
}

extension Participant {
    fileprivate func register(with passkey: SoftPasskey) async throws -> AccountOpened {
        let begin = PasskeyRegisterBegin.with { $0.username = name }
        guard case .passkeyCreation(let creation) = try await call(.passkeyRegisterBegin(begin))
        else { throw ClientError.violation("no creation") }
        let made = passkey.create(creation.challenge)
        let register = PasskeyRegister.with {
            ($0.username, $0.email, $0.device) = (name, "\(name)@example.org", "test")
            $0.passkey.clientData = SoftPasskey.text(made.clientData)
            $0.passkey.attestation = SoftPasskey.text(made.attestation)
        }
        guard case .account(let account) = try await call(.passkeyRegister(register)) else {
            throw ClientError.violation("no account")
        }
        return account
    }

    /// What a passkey answers to a challenge of this moment.
    fileprivate func answer(of passkey: SoftPasskey) async throws -> PasskeyAssertion {
        guard
            case .passkeyChallenge(let challenge) = try await call(.passkeyBegin(PasskeyBegin()))
        else { throw ClientError.violation("no challenge") }
        return try PasskeyAssertion(passkey, challenge.challenge)
    }

    fileprivate func enter(with passkey: SoftPasskey) async throws -> AccountOpened {
        try await enter(by: answer(of: passkey))
    }

    fileprivate func enter(by answer: PasskeyAssertion) async throws -> AccountOpened {
        let login = PasskeyLogin.with { ($0.passkey, $0.device) = (answer, "test") }
        guard case .account(let account) = try await call(.passkeyLogin(login)) else {
            throw ClientError.violation("no account")
        }
        return account
    }

    /// Why an answer opens nothing; nil: it does.
    fileprivate func refusal(of answer: PasskeyAssertion) async -> ErrorCode? {
        do {
            _ = try await enter(by: answer)
        } catch ClientError.refused(let error) {
            return error.code
        } catch {
            Issue.record(error)
        }
        return nil
    }
}

extension PasskeyAssertion {
    fileprivate init(_ passkey: SoftPasskey, _ challenge: String) throws {
        let answer = try passkey.sign(challenge)
        self.init()
        id = SoftPasskey.text(passkey.id)
        clientData = SoftPasskey.text(answer.clientData)
        authenticatorData = SoftPasskey.text(answer.authenticatorData)
        signature = SoftPasskey.text(answer.signature)
    }
}
