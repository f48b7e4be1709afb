import Accounts
import Foundation
import Kernel
import Synchronization
import TestIssuer
import TestSupport
import Testing
import Wire

@testable import OpenID

/// Z2: where an issuer's keys come from.
@Suite struct `An issuer's keys` {
    @Test func `are read again when they were renewed, and stay when the file is broken`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/keys.json"
        let (old, new) = (try await TestIssuer.shared.value, try await TestIssuer())
        let issuers = IssuerSite(nil).issuers(keys: .file(path))
        #expect(issuers.reload() == ["home"])
        try old.keySet.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(issuers.reload() == [])
        let (oldToken, newToken) = (try old.token(), try new.token())
        _ = try issuers.verify(oldToken, of: "home")
        #expect(throws: Refusal.badIDToken) { _ = try issuers.verify(newToken, of: "home") }
        for broken in ["{}", "", #"{"keys":[]}"#] {
            try broken.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(issuers.reload() == ["home"])
        }
        _ = try issuers.verify(oldToken, of: "home")
        try new.keySet.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(issuers.reload() == [])
        _ = try issuers.verify(newToken, of: "home")
        #expect(throws: Refusal.badIDToken) { _ = try issuers.verify(oldToken, of: "home") }
    }

    @Test func `are fetched when a token needs them, but not for each that names nonsense`()
        async throws
    {
        let (old, new) = (try await TestIssuer.shared.value, try await TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        _ = try issuers.verify(old.token(), of: "home")
        #expect(site.fetchCount == 1)
        site.body.withLock { $0 = new.keySet }
        for _ in 1...5 {
            #expect(throws: Refusal.badIDToken) { _ = try issuers.verify(new.token(), of: "home") }
        }
        #expect(site.fetchCount == 1)
        site.pass(seconds: 60)
        _ = try issuers.verify(new.token(), of: "home")
        #expect(site.fetchCount == 2)
    }

    @Test func `are not fetched for a token that could never be good`() async throws {
        let issuer = try await TestIssuer.shared.value
        let site = IssuerSite(issuer.keySet)
        let issuers = site.issuers()
        for claims in [["iss": #""x""#], ["aud": #""x""#], ["exp": "1"], ["nonce": #""""#]] {
            let token = try issuer.token(claims: claims)
            #expect(throws: Refusal.badIDToken) { _ = try issuers.verify(token, of: "home") }
        }
        let secret = try await issuer.token(bySecret: issuer.publicKey)
        #expect(throws: Refusal.badIDToken) { _ = try issuers.verify(secret, of: "home") }
        #expect(site.fetchCount == 0)
    }

    @Test func `that the issuer has withdrawn are good for an hour at most`() async throws {
        let (old, new) = (try await TestIssuer.shared.value, try await TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        _ = try issuers.verify(old.token(), of: "home")
        site.body.withLock { $0 = new.keySet }
        let later = ["exp": "1800003900", "iat": "1800003500"]
        site.pass(seconds: 3_599)
        _ = try issuers.verify(old.token(claims: later), of: "home")
        site.pass(seconds: 1)
        #expect(throws: Refusal.badIDToken) {
            _ = try issuers.verify(old.token(claims: later), of: "home")
        }
    }

    @Test func `that cannot be fetched are asked for once a minute, and those from before stay`()
        async throws
    {
        let issuer = try await TestIssuer.shared.value
        let site = IssuerSite(nil)
        let issuers = site.issuers()
        for _ in 1...3 {
            let refusal = #expect(throws: Refusal.self) {
                _ = try issuers.verify(issuer.token(), of: "home")
            }
            #expect(refusal?.code == .unavailable && refusal?.isTemporary == true)
        }
        #expect(site.fetchCount == 1)
        site.pass(seconds: 60)
        site.body.withLock { $0 = issuer.keySet }
        _ = try issuers.verify(issuer.token(), of: "home")
        site.body.withLock { $0 = nil }
        site.pass(seconds: 3_600)
        let later = ["exp": "1800003900", "iat": "1800003600"]
        _ = try issuers.verify(issuer.token(claims: later), of: "home")
        #expect(site.fetchCount == 3)
    }

    @Test func `of other kinds, for other uses or too short are passed over`() async throws {
        let issuer = try await TestIssuer.shared.value
        let odd = [
            #"{"kty":"oct","k":"AAAA","kid":"rsa1"}"#, #"{"kty":"RSA","kid":"x"}"#, "7", "{}",
            #"{"kty":"EC","crv":"P-521","x":"A","y":"A"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#,
            #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"future","alg":"X"}"#,
        ]
        let set = issuer.keySet.replacing("[", with: "[" + odd.joined(separator: ",") + ",")
        #expect(SigningKey.all(in: Array(set.utf8)).count == 2)
        let forSecrets = issuer.keySet.replacing(#""use":"sig""#, with: #""use":"enc""#)
        #expect(SigningKey.all(in: Array(forSecrets.utf8)).count == 1)
        for junk in ["", "{", "[]", #"{"keys":7}"#] {
            #expect(SigningKey.all(in: Array(junk.utf8)).isEmpty)
        }
    }
}
