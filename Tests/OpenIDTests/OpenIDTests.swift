import Accounts
import Foundation
import Kernel
import TestIssuer
import TestSupport
import Testing
import Wire

@testable import OpenID

/// Z2: an ID token is good if it is the issuer's, for this server, and of now.
@Suite struct `An ID token` {
    @Test(arguments: ["RS256", "ES256"])
    func `that an issuer has signed says who somebody is`(algorithm: String) async throws {
        let issuer = try await TestIssuer.shared.value
        let token = try issuer.token(algorithm)
        let identity = try issuer.issuers.verify(token, of: "home")
        #expect(
            identity
                == OutsideIdentity(
                    issuer: "home", subject: "d1", nonce: "n1", email: "dora@example.org",
                    name: "Dora"))
    }

    @Test func `brings no address that the issuer does not vouch for`() async throws {
        let issuer = try await TestIssuer.shared.value
        for verified in [#"false"#, #""false""#, "null"] {
            let token = try issuer.token(claims: ["email_verified": verified])
            #expect(try issuer.issuers.verify(token, of: "home").email == nil)
        }
        let token = try issuer.token(claims: ["email_verified": #""true""#])
        #expect(try issuer.issuers.verify(token, of: "home").email == "dora@example.org")
    }

    static let badClaims: [[String: String]] = [
        ["iss": #""https://home.example.org/""#], ["iss": "null"], ["iss": "7"],
        ["aud": #""other""#], ["aud": "[]"], ["aud": #"["other"]"#], ["aud": "null"],
        ["aud": #"["upfor","other"]"#], ["azp": #""other""#],
        ["aud": #"["upfor","other"]"#, "azp": #""other""#],
        ["exp": "1799999940"], ["exp": "null"], ["exp": #""soon""#], ["exp": "-1e300"],
        ["iat": "1800000060"], ["iat": "1e300"], ["iat": "1799996400"], ["iat": "null"],
        ["nbf": "1800000060"], ["nonce": "null"], ["nonce": #""""#], ["sub": #""""#],
        ["sub": "null"], ["sub": "\"\(String(repeating: "x", count: 256))\""],
    ]

    @Test(arguments: badClaims)
    func `that is not for this server, or not of now, is no good`(
        claims: [String: String]
    ) async throws {
        let issuer = try await TestIssuer.shared.value
        let token = try issuer.token(claims: claims)
        expectBad { _ = try issuer.issuers.verify(token, of: "home") }
    }

    @Test(arguments: [
        ["aud": #"["upfor"]"#], ["aud": #"["other","upfor"]"#, "azp": #""upfor""#],
        ["exp": "1799999941"], ["iat": "1800000059"], ["nbf": "1800000059"],
        ["jku": #""https://evil.example.org""#],
    ])
    func `within its bounds is good`(claims: [String: String]) async throws {
        let issuer = try await TestIssuer.shared.value
        let token = try issuer.token(claims: claims)
        #expect(try issuer.issuers.verify(token, of: "home").subject == "d1")
    }

    @Test func `that somebody else has signed is no good`() async throws {
        let issuer = try await TestIssuer.shared.value
        let other = try await TestIssuer()
        for algorithm in ["RS256", "ES256"] {
            let token = try other.token(algorithm)
            expectBad { _ = try issuer.issuers.verify(token, of: "home") }
        }
    }

    @Test func `of a key that is not known, or of another kind, is no good`() async throws {
        let issuer = try await TestIssuer.shared.value
        for (algorithm, kid) in [("RS256", "rsa2"), ("RS256", "ec1"), ("ES256", "rsa1")] {
            let token = try issuer.token(algorithm, kid: kid)
            expectBad { _ = try issuer.issuers.verify(token, of: "home") }
        }
    }

    @Test func `without a signature, or signed with the public key as a secret, is no good`()
        async throws
    {
        let issuer = try await TestIssuer.shared.value
        let claims = String(try issuer.token().split(separator: ".")[1])
        for algorithm in ["none", "None", "NONE", "", "RS256"] {
            let head = TestIssuer.base64(#"{"alg":"\#(algorithm)","kid":"rsa1"}"#)
            expectBad { _ = try issuer.issuers.verify("\(head).\(claims).", of: "home") }
        }
        for secret in [issuer.publicKey, issuer.keySet] {
            let token = try await issuer.token(bySecret: secret)
            expectBad { _ = try issuer.issuers.verify(token, of: "home") }
        }
    }

    @Test func `that was changed anywhere is no good`() async throws {
        let issuer = try await TestIssuer.shared.value
        let token = Array(try issuer.token("ES256").utf8)
        for index in stride(from: 0, to: token.count - 2, by: 7) {
            var changed = token
            changed[index] = changed[index] == 0x41 ? 0x42 : 0x41
            let text = String(decoding: changed, as: UTF8.self)
            expectBad { _ = try issuer.issuers.verify(text, of: "home") }
        }
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "\u{0}.\u{0}.\u{0}", "e30.e30.e30", "🙂.🙂.🙂",
        String(repeating: "A", count: 100_000), String(repeating: ".", count: 8_000),
        "W10.W10.", "eyJhbGciOnt9fQ.e30.AAAA",
    ])
    func `that is none is no good`(token: String) async throws {
        let issuer = try await TestIssuer.shared.value
        expectBad { _ = try issuer.issuers.verify(token, of: "home") }
    }

    @Test func `with something critical that we do not know is no good`() async throws {
        let issuer = try await TestIssuer.shared.value
        let token = try issuer.token(head: #","crit":["x"]"#)
        expectBad { _ = try issuer.issuers.verify(token, of: "home") }
    }

    @Test func `of an issuer that is not there is not found`() async throws {
        let issuer = try await TestIssuer.shared.value
        let refusal = #expect(throws: Refusal.self) {
            _ = try issuer.issuers.verify("x", of: "nowhere")
        }
        #expect(refusal?.code == .notFound && refusal?.field == "issuer")
    }

    private func expectBad(
        at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let refusal = #expect(throws: Refusal.self, sourceLocation: location) { try body() }
        #expect(refusal == .badIDToken, sourceLocation: location)
    }
}
