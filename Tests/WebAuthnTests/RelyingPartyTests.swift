import TestAuthenticator
import Testing

@testable import WebAuthn

/// What authenticators answer: who is believed, and who is not.
@Suite struct `A relying party` {
    private static let site = RelyingParty(origins: ["https://upfor.example"])

    private let site: RelyingParty
    private let passkey: SoftPasskey

    init() throws {
        site = try #require(Self.site)
        passkey = try SoftPasskey()
    }

    private func made(_ passkey: SoftPasskey) throws -> RelyingParty.NewCredential {
        let answer = passkey.create("challenge")
        return try site.read(clientData: answer.clientData, attestation: answer.attestation)
    }

    private func checked(
        _ passkey: SoftPasskey, by key: PublicKey? = nil, demandsVerification: Bool = true
    ) throws -> RelyingParty.Assertion {
        let key = try key ?? made(passkey).key
        return try check(
            try passkey.sign("challenge"), by: key, demandsVerification: demandsVerification)
    }

    private func check(
        _ answer: SoftPasskey.Answer, by key: PublicKey, demandsVerification: Bool = true
    ) throws -> RelyingParty.Assertion {
        let assertion = try site.read(
            clientData: answer.clientData, authenticatorData: answer.authenticatorData,
            signature: answer.signature, demandsVerification: demandsVerification)
        try assertion.check(by: key)
        return assertion
    }

    private func expectFlaw(
        _ part: WebAuthnFlaw.Part, _ kind: WebAuthnFlaw.Kind,
        at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let flaw = #expect(throws: WebAuthnFlaw.self, sourceLocation: location) { try body() }
        #expect(flaw == WebAuthnFlaw(part, kind), sourceLocation: location)
    }

    @Test(arguments: SoftPasskey.Algorithm.allCases)
    func `takes a new passkey, and what it signs`(algorithm: SoftPasskey.Algorithm) throws {
        let passkey = try SoftPasskey(algorithm)
        let credential = try made(passkey)
        #expect(credential.id == passkey.id && credential.counter == 1)
        #expect(credential.challenge == "challenge" && !credential.isBackedUp)
        // As it is stored.
        let key = try PublicKey(cose: credential.key.cose)
        #expect(try checked(passkey, by: key).counter == 2)
        passkey.flags |= SoftPasskey.Flag.mayBackUp | SoftPasskey.Flag.backedUp
        passkey.extensions = CBOR.map([(CBOR.text("uvm"), [0x81, 0x83, 2, 4, 2])])
        #expect(try checked(passkey, by: key).isBackedUp)
        #expect(try made(passkey).isBackedUp)
    }

    @Test func `looks at no statement of a maker`() throws {
        let statement = CBOR.map([
            (CBOR.text("alg"), CBOR.number(-7)), (CBOR.text("sig"), CBOR.bytes([1, 2, 3])),
            (CBOR.text("x5c"), [0x82] + CBOR.bytes([4]) + CBOR.bytes([5])),
        ])
        for format in ["packed", "tpm", "fido-u2f", "one of tomorrow"] {
            let attestation = SoftPasskey.attestation(
                around: passkey.authenticatorData(isNew: true), format: format,
                statement: statement)
            let credential = try site.read(
                clientData: passkey.create("c").clientData, attestation: attestation)
            #expect(credential.id == passkey.id)
        }
    }

    @Test func `takes no answer of another page`() throws {
        let key = try made(passkey).key
        for origin in [
            "https://upfor.example.evil.example", "http://upfor.example", "https://upfor.example/",
            "https://upfor.example:444", "https://evil.example", "null", "",
            "https://UPFOR.example", "https://chat.upfor.example",
        ] {
            passkey.origin = origin
            expectFlaw(.clientData, .origin) { _ = try made(passkey) }
            expectFlaw(.clientData, .origin) { _ = try checked(passkey, by: key) }
        }
        passkey.origin = "https://upfor.example"
        passkey.moreClientData = #","crossOrigin":true"#
        expectFlaw(.clientData, .crossOrigin) { _ = try made(passkey) }
        expectFlaw(.clientData, .crossOrigin) { _ = try checked(passkey, by: key) }
        passkey.moreClientData = #","crossOrigin":"no""#
        expectFlaw(.clientData, .malformed) { _ = try made(passkey) }
        passkey.moreClientData = ""
        _ = try made(passkey)
    }

    @Test func `takes no passkey of another domain`() throws {
        let key = try made(passkey).key
        for domain in ["example", "evil.example", "www.upfor.example", ""] {
            passkey.domain = domain
            expectFlaw(.attestation, .relyingParty) { _ = try made(passkey) }
            expectFlaw(.authenticatorData, .relyingParty) { _ = try checked(passkey, by: key) }
        }
    }

    @Test func `takes no answer to the other ceremony`() throws {
        let (made, signed) = (passkey.create("c"), try passkey.sign("c"))
        expectFlaw(.clientData, .type) {
            _ = try site.read(clientData: signed.clientData, attestation: made.attestation)
        }
        expectFlaw(.clientData, .type) {
            _ = try site.read(
                clientData: made.clientData, authenticatorData: signed.authenticatorData,
                signature: signed.signature, demandsVerification: false)
        }
    }

    @Test func `demands a person, and one who has proven to be the owner`() throws {
        let key = try made(passkey).key
        passkey.flags = SoftPasskey.Flag.present
        expectFlaw(.attestation, .verification) { _ = try made(passkey) }
        expectFlaw(.authenticatorData, .verification) { _ = try checked(passkey, by: key) }
        _ = try checked(passkey, by: key, demandsVerification: false)
        passkey.flags = SoftPasskey.Flag.verified
        expectFlaw(.attestation, .presence) { _ = try made(passkey) }
        expectFlaw(.authenticatorData, .presence) {
            _ = try checked(passkey, by: key, demandsVerification: false)
        }
    }

    @Test(arguments: SoftPasskey.Algorithm.allCases)
    func `takes no other signature`(algorithm: SoftPasskey.Algorithm) throws {
        let (passkey, other) = (try SoftPasskey(algorithm), try SoftPasskey(algorithm))
        let (key, otherKey) = (try made(passkey).key, try made(other).key)
        let good = try passkey.sign("challenge")
        _ = try check(good, by: key)
        expectFlaw(.signature, .signature) { _ = try check(good, by: otherKey) }
        for bit in stride(from: 0, to: good.signature.count * 8, by: 7) {
            var bad = good
            bad.signature[bit / 8] ^= 1 << (bit % 8)
            expectFlaw(.signature, .signature) { _ = try check(bad, by: key) }
        }
        for count in 0..<good.signature.count {
            var bad = good
            bad.signature.removeLast(good.signature.count - count)
            expectFlaw(.signature, .signature) { _ = try check(bad, by: key) }
        }
        var counting = good
        counting.authenticatorData[36] ^= 1
        expectFlaw(.signature, .signature) { _ = try check(counting, by: key) }
        var asking = good
        asking.clientData = passkey.clientData("webauthn.get", "another")
        expectFlaw(.signature, .signature) { _ = try check(asking, by: key) }
    }

    @Test func `is the first origin that can have passkeys, with all below it`() {
        func site(_ origins: String...) -> RelyingParty? { RelyingParty(origins: origins) }
        #expect(site() == nil)
        for origin in [
            "http://upfor.example", "https://192.0.2.7", "https://[2001:db8::7]",
            "http://127.0.0.1:8080", "https://", "upfor.example", "ws://upfor.example",
            "https://upfor.example.",
        ] {
            #expect(site(origin) == nil, "\(origin)")
        }
        #expect(site("http://localhost:8080")?.id == "localhost")
        #expect(site("http://upfor.localhost")?.id == "upfor.localhost")
        #expect(site("http://localhost:8080", "https://upfor.example")?.id == "upfor.example")
        let several = site(
            "http://127.0.0.1", "https://upfor.example", "https://chat.upfor.example:8443",
            "https://notupfor.example", "https://other.example")
        #expect(several?.id == "upfor.example")
        #expect(
            several?.origins == ["https://upfor.example", "https://chat.upfor.example:8443"])
    }
}
