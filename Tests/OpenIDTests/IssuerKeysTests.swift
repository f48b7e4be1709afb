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
        let (old, new) = (try TestIssuer.shared.get(), try TestIssuer())
        let issuers = IssuerSite(nil).issuers(keys: .file(path))
        #expect(issuers.reload() == ["home"])
        try old.keySet.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(issuers.reload() == [])
        let (oldToken, newToken) = (try old.token(), try new.token())
        _ = try issuers.judge(oldToken)
        #expect(throws: Refusal.badIDToken(.signature)) { _ = try issuers.judge(newToken) }
        for broken in ["{}", "", #"{"keys":[]}"#] {
            try broken.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(issuers.reload() == ["home"])
        }
        _ = try issuers.judge(oldToken)
        try new.keySet.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(issuers.reload() == [])
        _ = try issuers.judge(newToken)
        #expect(throws: Refusal.badIDToken(.signature)) { _ = try issuers.judge(oldToken) }
    }

    @Test func `are fetched when a token needs them, but not for each that names nonsense`()
        async throws
    {
        let (old, new) = (try TestIssuer.shared.get(), try TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        _ = try issuers.judge(old.token())
        #expect(site.fetchCount == 1)
        site.body.withLock { $0 = new.keySet }
        for elapsed in 0..<5 {
            let refusal = #expect(throws: Refusal.self) { _ = try issuers.judge(new.token()) }
            #expect(refusal?.code == .unavailable)
            #expect(refusal?.retryAfter == .seconds(60 - elapsed))
            site.pass(seconds: 1)
        }
        #expect(site.fetchCount == 1)
        site.pass(seconds: 55)
        _ = try issuers.judge(new.token())
        #expect(site.fetchCount == 2)
    }

    @Test func `are not fetched for a token that could never be good`() async throws {
        let issuer = try TestIssuer.shared.get()
        let site = IssuerSite(issuer.keySet)
        let issuers = site.issuers()
        for claims in [["iss": #""x""#], ["aud": #""x""#], ["exp": "1"], ["nonce": #""""#]] {
            let token = try issuer.token(claims: claims)
            let refusal = #expect(throws: Refusal.self) { _ = try issuers.judge(token) }
            #expect(refusal?.code == .wrongCredentials)
        }
        let secret = issuer.token(bySecret: issuer.publicKey)
        #expect(throws: Refusal.badIDToken(.algorithm)) { _ = try issuers.judge(secret) }
        #expect(site.fetchCount == 0)
    }

    @Test func `that the issuer has withdrawn are good for an hour at most`() async throws {
        let (old, new) = (try TestIssuer.shared.get(), try TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        _ = try issuers.judge(old.token())
        site.body.withLock { $0 = new.keySet }
        let later = ["exp": "1800003900", "iat": "1800003500"]
        site.pass(seconds: 3_599)
        _ = try issuers.judge(old.token(claims: later))
        site.pass(seconds: 1)
        #expect(throws: Refusal.badIDToken(.key)) {
            _ = try issuers.judge(old.token(claims: later))
        }
    }

    @Test func `that cannot be fetched are asked for once a minute, and those from before stay`()
        async throws
    {
        let issuer = try TestIssuer.shared.get()
        let site = IssuerSite(nil)
        let issuers = site.issuers()
        for _ in 1...3 {
            let refusal = #expect(throws: Refusal.self) {
                _ = try issuers.judge(issuer.token())
            }
            #expect(refusal?.code == .unavailable && refusal?.isTemporary == true)
        }
        #expect(site.fetchCount == 1)
        site.pass(seconds: 60)
        site.body.withLock { $0 = issuer.keySet }
        _ = try issuers.judge(issuer.token())
        site.body.withLock { $0 = nil }
        site.pass(seconds: 3_600)
        let later = ["exp": "1800007200", "iat": "1800003600"]
        for _ in 1...3 { _ = try issuers.judge(issuer.token(claims: later)) }
        #expect(site.fetchCount == 3)
    }

    @Test func `that are old are asked for again a minute after that has failed, not an hour`()
        async throws
    {
        let (old, new) = (try TestIssuer.shared.get(), try TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        _ = try issuers.judge(old.token())
        site.body.withLock { $0 = nil }
        site.pass(seconds: 3_600)
        let token = try old.token(claims: ["exp": "1800007200", "iat": "1800003600"])
        _ = try issuers.judge(token)
        site.body.withLock { $0 = new.keySet }
        site.pass(seconds: 59)
        _ = try issuers.judge(token)
        #expect(site.fetchCount == 2)
        site.pass(seconds: 1)
        #expect(throws: Refusal.badIDToken(.key)) { _ = try issuers.judge(token) }
        #expect(site.fetchCount == 3)
    }

    @Test func `that cannot be fetched may exist: no token is refused as bad meanwhile`()
        async throws
    {
        let (old, new) = (try TestIssuer.shared.get(), try TestIssuer(suffix: "2"))
        let site = IssuerSite(old.keySet)
        let issuers = site.issuers()
        // The issuer was asked for that very key, and has none.
        for _ in 1...2 {
            #expect(throws: Refusal.badIDToken(.key)) { _ = try issuers.judge(new.token()) }
        }
        site.body.withLock { $0 = nil }
        site.pass(seconds: 60)
        for wait in [60, 50] {
            let refusal = #expect(throws: Refusal.self) { _ = try issuers.judge(new.token()) }
            #expect(refusal?.code == .unavailable && refusal?.retryAfter == .seconds(wait))
            site.pass(seconds: 10)
        }
        _ = try issuers.judge(old.token())
        #expect(site.fetchCount == 2)
    }

    @Test func `are fetched while no thread waits, once for all who need them, up to a bound`()
        async throws
    {
        let issuer = try TestIssuer.shared.get()
        let site = IssuerSite(issuer.keySet)
        site.isSlow.withLock { $0 = true }
        let issuers = site.issuers()
        let token = try issuer.token()
        let resumed = Mutex(0)
        for _ in 1...KeyStanding.waitingMax {
            let awaited = try #require(issuers.awaited(for: token, of: "home"))
            awaited { resumed.withLock { $0 += 1 } }
        }
        #expect(site.fetchCount == 1 && resumed.withLock { $0 } == 0)
        // One too many does not wait, and knows when to come again.
        site.pass(seconds: 2)
        let refusal = #expect(throws: Refusal.self) { _ = try issuers.judge(token) }
        #expect(refusal?.code == .unavailable && refusal?.retryAfter == .seconds(3))
        site.answer()
        #expect(resumed.withLock { $0 } == KeyStanding.waitingMax)
        #expect(issuers.awaited(for: token, of: "home") == nil)
        _ = try issuers.verify(token, of: "home")
        #expect(site.fetchCount == 1)
    }

    @Test func `of other kinds, for other uses or too short are passed over`() async throws {
        let issuer = try TestIssuer.shared.get()
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
