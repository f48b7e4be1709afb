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
    func `that an issuer has signed identifies its owner`(algorithm: String) async throws {
        let issuer = try TestIssuer.shared.get()
        let token = try issuer.token(algorithm)
        let identity = try issuer.issuers.judge(token)
        #expect(
            identity
                == OutsideIdentity(
                    issuer: "home", address: "https://home.example.org", subject: "d1",
                    nonce: "n1", email: "dora@example.org",
                    name: "Dora"))
    }

    @Test func `brings no address that the issuer does not vouch for`() async throws {
        let issuer = try TestIssuer.shared.get()
        for verified in [#"false"#, #""false""#, "null"] {
            let token = try issuer.token(claims: ["email_verified": verified])
            #expect(try issuer.issuers.judge(token).email == nil)
        }
        let token = try issuer.token(claims: ["email_verified": #""true""#])
        #expect(try issuer.issuers.judge(token).email == "dora@example.org")
    }

    @Test func `says more of its owner, as far as that is what it should be`() async throws {
        let issuer = try TestIssuer.shared.get()
        let identity = try issuer.issuers.judge(
            issuer.token(claims: [
                "birthdate": #""1990-12-31""#, "phone_number": #""+49 30 1""#,
                "phone_number_verified": "true", "picture": "7",
            ]))
        #expect(identity.birthdate == "1990-12-31" && identity.phone == "+49 30 1")
        #expect(identity.picture == nil)
        let unverified = try issuer.token(claims: ["phone_number": #""+49 30 1""#])
        #expect(try issuer.issuers.judge(unverified).phone == nil)
    }

    static let badClaims: [(TokenFlaw, [String: String])] = [
        (.issuer, ["iss": #""https://home.example.org/""#]), (.malformed, ["iss": "null"]),
        (.malformed, ["iss": "7"]), (.audience, ["aud": #""other""#]), (.audience, ["aud": "[]"]),
        (.audience, ["aud": #"["other"]"#]), (.malformed, ["aud": "null"]),
        (.audience, ["aud": #"["upfor","other"]"#]), (.audience, ["azp": #""other""#]),
        (.audience, ["aud": #"["upfor","other"]"#, "azp": #""other""#]),
        (.expired, ["exp": "1799999940"]), (.malformed, ["exp": "null"]),
        (.malformed, ["exp": #""soon""#]), (.expired, ["exp": "-1e300"]),
        (.early, ["iat": "1800000060"]), (.early, ["iat": "1e300"]),
        (.expired, ["iat": "1799996400"]), (.malformed, ["iat": "null"]),
        (.early, ["nbf": "1800000060"]), (.nonce, ["nonce": "null"]), (.nonce, ["nonce": #""""#]),
        (.subject, ["sub": #""""#]), (.malformed, ["sub": "null"]),
        (.subject, ["sub": "\"\(String(repeating: "x", count: 256))\""]),
        (.subject, ["sub": #""a\u0000b""#]), (.malformed, ["email_verified": #""maybe""#]),
    ]

    @Test(arguments: badClaims)
    func `that is not for this server, or not of now, is no good, and the log can say why`(
        flaw: TokenFlaw, claims: [String: String]
    ) async throws {
        let issuer = try TestIssuer.shared.get()
        let token = try issuer.token(claims: claims)
        expectBad(flaw) { _ = try issuer.issuers.judge(token) }
    }

    @Test(arguments: [
        ["aud": #"["upfor"]"#], ["aud": #"["other","upfor"]"#, "azp": #""upfor""#],
        ["exp": "1799999941"], ["iat": "1800000059"], ["nbf": "1800000059"],
        ["jku": #""https://evil.example.org""#],
    ])
    func `within its bounds is good`(claims: [String: String]) async throws {
        let issuer = try TestIssuer.shared.get()
        let token = try issuer.token(claims: claims)
        #expect(try issuer.issuers.judge(token).subject == "d1")
    }

    @Test func `that another key has signed is no good`() async throws {
        let issuer = try TestIssuer.shared.get()
        let other = try TestIssuer()
        for algorithm in ["RS256", "ES256"] {
            let token = try other.token(algorithm)
            expectBad(.signature) { _ = try issuer.issuers.judge(token) }
        }
    }

    @Test func `of a key that is not known, or of another kind, is no good`() async throws {
        let issuer = try TestIssuer.shared.get()
        for (algorithm, kid) in [("RS256", "rsa2"), ("RS256", "ec1"), ("ES256", "rsa1")] {
            let token = try issuer.token(algorithm, kid: kid)
            expectBad(.key) { _ = try issuer.issuers.judge(token) }
        }
    }

    @Test func `without a signature, or signed with the public key as a secret, is no good`()
        async throws
    {
        let issuer = try TestIssuer.shared.get()
        let claims = String(try issuer.token().split(separator: ".")[1])
        for algorithm in ["none", "None", "NONE", "", "RS256"] {
            let head = TestIssuer.base64(#"{"alg":"\#(algorithm)","kid":"rsa1"}"#)
            expectBad { _ = try issuer.issuers.judge("\(head).\(claims).") }
        }
        for secret in [issuer.publicKey, issuer.keySet] {
            let token = issuer.token(bySecret: secret)
            expectBad { _ = try issuer.issuers.judge(token) }
        }
    }

    @Test func `that was changed anywhere is no good`() async throws {
        let issuer = try TestIssuer.shared.get()
        let token = Array(try issuer.token("ES256").utf8)
        for index in stride(from: 0, to: token.count - 2, by: 7) {
            var changed = token
            changed[index] = changed[index] == 0x41 ? 0x42 : 0x41
            let text = String(decoding: changed, as: UTF8.self)
            expectBad { _ = try issuer.issuers.judge(text) }
        }
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "\u{0}.\u{0}.\u{0}", "e30.e30.e30", "🙂.🙂.🙂",
        String(repeating: "A", count: 100_000), String(repeating: ".", count: 8_000),
        "W10.W10.", "eyJhbGciOnt9fQ.e30.AAAA",
    ])
    func `that is none is no good`(token: String) async throws {
        let issuer = try TestIssuer.shared.get()
        expectBad { _ = try issuer.issuers.judge(token) }
    }

    @Test func `with something critical that we do not know is no good`() async throws {
        let issuer = try TestIssuer.shared.get()
        let token = try issuer.token(head: #","crit":["x"]"#)
        expectBad(.algorithm) { _ = try issuer.issuers.judge(token) }
    }

    @Test func `of an issuer that is not there is not found`() async throws {
        let issuer = try TestIssuer.shared.get()
        let refusal = #expect(throws: Refusal.self) {
            _ = try issuer.issuers.judge("x", of: "nowhere")
        }
        #expect(refusal?.code == .notFound && refusal?.field == "issuer")
    }

    private func expectBad(
        _ flaw: TokenFlaw? = nil, at location: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) {
        let refusal = #expect(throws: Refusal.self, sourceLocation: location) { try body() }
        guard let refusal, let cause = refusal.cause else {
            Issue.record("no cause", sourceLocation: location)
            return
        }
        if let flaw { #expect(cause == .init(flaw), sourceLocation: location) }
        // The caller gets the same error for every reason.
        let usual = Refusal.badIDToken(.malformed).error(in: "")
        #expect(refusal.error(in: "") == usual, sourceLocation: location)
    }
}
