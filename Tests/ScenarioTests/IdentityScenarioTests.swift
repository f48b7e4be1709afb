import Client
import Dispatch
import Foundation
import Observability
import Settings
import SwiftProtobuf
import TestIssuer
import TestSupport
import Testing
import Wire

@testable import Server

/// Z2: sign up and log in at an issuer, over a socket, with real tokens.
@Suite(.timeLimit(.minutes(5)), .onOwnThreads) struct `An issuer in the settings` {
    @Test func `opens an account with its token: the first time with a username`() async throws {
        let (issuer, folder) = (try TestIssuer(), try TemporaryFolder())
        try folder.write(Array(issuer.keySet.utf8), to: "keys.json")
        let site = try Self.site(keys: "\(folder.path)/keys.json")
        let dora = try await site.person("dora")
        let first = try await dora.idToken(of: issuer)
        #expect(await dora.refusal(of: first) == .usernameNeeded)
        let account = try await dora.enter(by: first, as: "dora")
        #expect(account.email == "dora@example.org" && account.user.displayName == "Dora")
        #expect(await dora.refusal(of: first) == .wrongCredentials)
        let second = try await dora.idToken(of: issuer, "ES256")
        #expect(try await dora.enter(by: second).user == account.user)
        try await dora.signIn(with: account.token)
        guard case .identities(let list) = try await dora.call(.identityList(IdentityList()))
        else { throw ClientError.violation("no identities") }
        #expect(list.issuers == ["home"] && list.identities.map(\.issuer) == ["home"])
        await dora.close()
        await site.stop()
    }

    @Test func `vouches for nobody by a token that is no good`() async throws {
        let (issuer, other) = (try TestIssuer(), try TestIssuer())
        let folder = try TemporaryFolder()
        try folder.write(Array(issuer.keySet.utf8), to: "keys.json")
        let site = try Self.site(keys: "\(folder.path)/keys.json")
        let eve = try await site.person("eve")
        let good = try await eve.idToken(of: issuer)
        let parts = good.split(separator: ".")
        let unsigned = TestIssuer.base64(#"{"alg":"none","kid":"rsa1"}"#) + ".\(parts[1])."
        for token in [
            try await eve.idToken(of: other), unsigned, "\(parts[0]).\(parts[1]).AAAA", "", "a.b.c",
            try await eve.idToken(of: issuer, claims: ["aud": "[]"]),
            try await eve.idToken(of: issuer, claims: ["nonce": #""made-up""#]),
            String(repeating: "A", count: 7_000),
        ] {
            #expect(await eve.refusal(of: token, as: "eve") == .wrongCredentials)
        }
        #expect(try await eve.enter(by: good, as: "eve").user.username == "eve")
        await eve.close()
        await site.stop()
        // The log says why, and nothing of the tokens.
        let log = site.endLog()
        for flaw in ["signature", "algorithm", "malformed", "audience", "nonce"] {
            #expect(log.contains(#""code":"WRONG_CREDENTIALS","reason":"\#(flaw)""#))
        }
        #expect(!log.contains("made-up") && !log.contains(parts[2]))
    }

    @Test func `has keys behind a URL, fetched once, and again when they were renewed`()
        async throws
    {
        let (old, new) = (try TestIssuer(), try TestIssuer(suffix: "2"))
        let folder = try TemporaryFolder()
        let certificate = try TestCertificate(isAuthority: true)
        let files = try certificate.write(to: folder)
        try folder.write(Array(old.keySet.utf8), to: "now.json")
        let path = "\(folder.path)/now.json"
        let receiver = try WebReceiver(certificate: certificate) { _ in
            .init(200, body: (try? Data(contentsOf: URL(filePath: path))).map(Array.init) ?? [])
        }
        let site = try Self.site(
            keys: "https://127.0.0.1:\(receiver.port)/keys", authorities: files.certificateFile)
        let dora = try await site.person("dora")
        try await dora.enter(by: dora.idToken(of: old), as: "dora")
        try await dora.enter(by: dora.idToken(of: old))
        #expect(receiver.requests.map(\.target) == ["/keys"])
        // A key that is not known, but the last look was less than a minute ago.
        try folder.write(Array(new.keySet.utf8), to: "now.json")
        #expect(await dora.refusal(of: try dora.idToken(of: new)) == .unavailable)
        #expect(receiver.requests.count == 1)
        // After a restart the keys are fetched anew.
        await dora.close()
        try await site.restart()
        let again = try await site.person("dora")
        try await again.enter(by: again.idToken(of: new))
        #expect(receiver.requests.count == 2)
        await again.close()
        await site.stop()
    }

    @Test func `that is slow does not delay a log-in by password`() async throws {
        let issuer = try TestIssuer()
        let folder = try TemporaryFolder()
        let certificate = try TestCertificate(isAuthority: true)
        let files = try certificate.write(to: folder)
        let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let receiver = try WebReceiver(certificate: certificate) { _ in
            isAsked.signal()
            mayAnswer.wait()
            return .init(200, body: Array(issuer.keySet.utf8))
        }
        let site = try Self.site(
            keys: "https://127.0.0.1:\(receiver.port)/keys", authorities: files.certificateFile
        ) { $0.passwords.workers = 1 }
        let (dora, ana) = (try await site.person("dora"), try await site.person("ana"))
        let token = try await dora.idToken(of: issuer)
        async let account = dora.enter(by: token, as: "dora")
        await Self.wait(for: isAsked)
        // Were she kept waiting, the fetch would be given up first, and dora refused.
        try await ana.signUp()
        mayAnswer.signal()
        #expect(try await account.user.username == "dora")
        for person in [dora, ana] { await person.close() }
        await site.stop()
    }

    @Test func `whose keys make no sense is for later, and the log says why`() async throws {
        let issuer = try TestIssuer()
        let folder = try TemporaryFolder()
        let certificate = try TestCertificate(isAuthority: true)
        let files = try certificate.write(to: folder)
        let receiver = try WebReceiver(certificate: certificate) { _ in
            .init(200, body: Array("<html>".utf8))
        }
        let site = try Self.site(
            keys: "https://127.0.0.1:\(receiver.port)/keys", authorities: files.certificateFile)
        let dora = try await site.person("dora")
        let token = try await dora.idToken(of: issuer)
        #expect(await dora.refusal(of: token, as: "dora") == .unavailable)
        await dora.close()
        await site.stop()
        #expect(site.endLog().contains("home: no usable keys in the response"))
    }

    @Test func `whose keys cannot be fetched is for later, and the log says why`() async throws {
        let issuer = try TestIssuer()
        let receiver = try WebReceiver { _ in .init(500) }
        let site = try Self.site(keys: "https://127.0.0.1:\(receiver.port)/keys")
        let dora = try await site.person("dora")
        let token = try await dora.idToken(of: issuer)
        #expect(await dora.refusal(of: token, as: "dora") == .unavailable)
        await dora.close()
        await site.stop()
        #expect(site.endLog().contains("identity.keys_refused"))
    }

    @Test func `whose file has no keys keeps the daemon from starting, and from nothing else`()
        async throws
    {
        let (old, new) = (try TestIssuer(), try TestIssuer())
        let folder = try TemporaryFolder()
        #expect(throws: StartFailure.self) { try Self.site(keys: "\(folder.path)/keys.json") }
        try folder.write(Array(old.keySet.utf8), to: "keys.json")
        let site = try Self.site(keys: "\(folder.path)/keys.json")
        let dora = try await site.person("dora")
        try folder.write(Array("{}".utf8), to: "keys.json")
        site.daemon.renew()
        try await dora.enter(by: dora.idToken(of: old), as: "dora")
        try folder.write(Array(new.keySet.utf8), to: "keys.json")
        site.daemon.renew()
        try await dora.enter(by: dora.idToken(of: new))
        #expect(await dora.refusal(of: try dora.idToken(of: old)) == .wrongCredentials)
        await dora.close()
        await site.stop()
        #expect(site.endLog().contains("identity.keys_refused"))
    }

    /// Without holding up a thread of everybody's.
    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waiting").async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    private static func site(
        keys: String, authorities: String = "",
        _ change: (inout Configuration) -> Void = { _ in }
    ) throws -> Site {
        var identity = Configuration.Identity(
            name: "home", issuer: TestIssuer.address, clientID: TestIssuer.clientID, keys: keys)
        identity.authorities = authorities
        return try Site {
            $0.identities = [identity]
            change(&$0)
        }
    }
}

extension Participant {
    /// A token with a nonce of the server's, of this moment.
    fileprivate func idToken(
        of issuer: TestIssuer, _ algorithm: String = "RS256", claims: [String: String] = [:]
    ) async throws -> String {
        let begin = IdentityBegin.with { $0.issuer = "home" }
        guard case .identityChallenge(let challenge) = try await call(.identityBegin(begin)) else {
            throw ClientError.violation("no challenge")
        }
        let now = time(nil)
        let usual = ["nonce": "\"\(challenge.nonce)\"", "iat": "\(now)", "exp": "\(now + 300)"]
        return try issuer.token(algorithm, claims: usual.merging(claims) { _, new in new })
    }

    @discardableResult
    fileprivate func enter(by token: String, as username: String = "") async throws -> AccountOpened
    {
        let login = IdentityLogin.with {
            ($0.issuer, $0.idToken, $0.username, $0.device) = ("home", token, username, "test")
        }
        guard case .account(let account) = try await call(.identityLogin(login)) else {
            throw ClientError.violation("no account")
        }
        return account
    }

    fileprivate func refusal(of token: String, as username: String = "") async -> ErrorCode? {
        do {
            try await enter(by: token, as: username)
        } catch ClientError.refused(let error) {
            return error.code
        } catch {
            Issue.record(error)
        }
        return nil
    }
}
