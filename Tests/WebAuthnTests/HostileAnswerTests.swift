import TestAuthenticator
import Testing
import TestSupport

@testable import WebAuthn

/// Bytes that no authenticator sends: each is refused, and none can stop the server.
@Suite struct `A hostile answer` {
    private let site: RelyingParty
    private let passkey: SoftPasskey

    init() throws {
        site = try #require(RelyingParty(origins: ["https://upfor.example"]))
        passkey = try SoftPasskey()
    }

    private func kind(ofAttestation bytes: [UInt8]) -> WebAuthnFlaw.Kind? {
        do throws(WebAuthnFlaw) {
            _ = try site.read(clientData: passkey.create("c").clientData, attestation: bytes)
            return nil
        } catch {
            return error.kind
        }
    }

    private func kind(ofData bytes: [UInt8]) -> WebAuthnFlaw.Kind? {
        kind(ofAttestation: SoftPasskey.attestation(around: bytes))
    }

    private func kind(ofKey cose: [UInt8]) -> WebAuthnFlaw.Kind? {
        let whole = passkey.authenticatorData(isNew: true)
        let head = whole.prefix(37 + 16 + 2 + passkey.id.count)
        return kind(ofData: head + cose)
    }

    @Test(arguments: SoftPasskey.Algorithm.allCases)
    func `that ends early is refused, wherever it ends`(algorithm: SoftPasskey.Algorithm) throws {
        let passkey = try SoftPasskey(algorithm)
        passkey.extensions = CBOR.map([(CBOR.text("credProtect"), CBOR.number(2))])
        let creation = passkey.create("c")
        #expect(kind(ofAttestation: creation.attestation) == nil)
        for count in 0..<creation.attestation.count {
            #expect(kind(ofAttestation: Array(creation.attestation.prefix(count))) == .malformed)
        }
        let data = passkey.authenticatorData(isNew: true)
        #expect(kind(ofData: data) == nil)
        for count in 0..<data.count {
            #expect(kind(ofData: Array(data.prefix(count))) == .malformed, "\(count)")
        }
        let signed = try passkey.sign("c")
        for count in 0..<signed.authenticatorData.count {
            let flaw = #expect(throws: WebAuthnFlaw.self) {
                _ = try site.read(
                    clientData: signed.clientData,
                    authenticatorData: Array(signed.authenticatorData.prefix(count)),
                    signature: signed.signature, demandsVerification: true)
            }
            #expect(flaw == WebAuthnFlaw(.authenticatorData, .malformed), "\(count)")
        }
        for count in 0..<creation.clientData.count {
            let flaw = #expect(throws: WebAuthnFlaw.self) {
                _ = try site.read(
                    clientData: Array(creation.clientData.prefix(count)),
                    attestation: creation.attestation)
            }
            #expect(flaw == WebAuthnFlaw(.clientData, .malformed), "\(count)")
        }
    }

    @Test func `that goes on is refused`() {
        #expect(kind(ofAttestation: passkey.create("c").attestation + [0]) == .malformed)
        #expect(kind(ofData: passkey.authenticatorData(isNew: true) + [0xA0]) == .malformed)
    }

    @Test func `with any byte changed stops nothing`() {
        let good = passkey.create("c").attestation
        for place in good.indices {
            for byte in [0x00, 0x1B, 0x3B, 0x5B, 0x5F, 0x7B, 0x9B, 0x9F, 0xBB, 0xBF, 0xDB, 0xFF]
                as [UInt8]
            {
                var bad = good
                bad[place] = byte
                _ = kind(ofAttestation: bad)
            }
        }
    }

    @Test func `of random bytes stops nothing`() {
        var random = SeededGenerator(seed: 65)
        let good = passkey.create("c").attestation
        for _ in 0..<1_000 {
            var bytes = random.bytes(random.below(80))
            #expect(kind(ofAttestation: bytes) != nil)
            #expect(kind(ofData: bytes) != nil)
            bytes = good
            for byte in random.bytes(3) { bytes[random.below(good.count)] = byte }
            _ = kind(ofAttestation: bytes)
        }
    }

    @Test func `that claims more than there is is refused at once`() {
        for type in 2...5 as ClosedRange<UInt8> {
            for count in [100, 0x1_0000, 0xFFFF_FFFF, UInt64(Int64.max), .max] as [UInt64] {
                let value = CBOR.head(type, count)
                #expect(kind(ofAttestation: value) == .malformed)
                #expect(kind(ofKey: value) == .malformed)
                let statement = SoftPasskey.attestation(
                    around: passkey.authenticatorData(isNew: true), statement: value)
                #expect(kind(ofAttestation: statement) == .malformed)
            }
        }
    }

    @Test func `of many levels is refused`() {
        let data = passkey.authenticatorData(isNew: true)
        func nested(_ depth: Int, _ head: [UInt8]) -> WebAuthnFlaw.Kind? {
            let statement = Array(repeatElement(head, count: depth).joined()) + [0]
            return kind(
                ofAttestation: SoftPasskey.attestation(around: data, statement: statement))
        }
        #expect(nested(4, [0x81]) == nil && nested(4, [0xA1, 0]) == nil)
        for depth in [CBORReader.depthMax + 1, 1_000, 10_000] {
            #expect(nested(depth, [0x81]) == .malformed && nested(depth, [0xA1, 0]) == .malformed)
        }
    }

    @Test func `with what authenticators never write is refused`() {
        let data = passkey.authenticatorData(isNew: true)
        // Indefinite lengths, an end without a beginning, and a tag.
        for value in [
            [0x9F, 0xFF], [0xBF, 0xFF], [0x5F, 0xFF], [0x7F, 0xFF], [0xFF], [0xC1, 0],
        ]
            as [[UInt8]]
        {
            let attestation = SoftPasskey.attestation(around: data, statement: value)
            #expect(kind(ofAttestation: attestation) == .malformed, "\(value)")
        }
        // Floats, switches and the like may be in a statement.
        let least: [UInt8] = [0x3B] + [UInt8](repeating: 0xFF, count: 8)
        for value in [[0xF4], [0xF6], [0xF9, 0, 0], [0xFB, 0, 0, 0, 0, 0, 0, 0, 0], least] {
            let attestation = SoftPasskey.attestation(around: data, statement: value)
            #expect(kind(ofAttestation: attestation) == nil, "\(value)")
        }
        let (name, none) = (CBOR.text("authData"), CBOR.text("fmt"))
        for pairs in [
            [(name, CBOR.bytes(data))], [(name, CBOR.text("x")), (none, none)],
            [(none, none), (CBOR.text("attStmt"), [0xA0])],
            [
                (none, none), (CBOR.text("attStmt"), [0xA0]), (name, CBOR.bytes(data)),
                (name, CBOR.bytes(data)),
            ],
            [(CBOR.number(1), none), (CBOR.text("attStmt"), [0xA0]), (name, CBOR.bytes(data))],
        ] as [[(key: [UInt8], value: [UInt8])]] {
            #expect(kind(ofAttestation: CBOR.map(pairs)) == .malformed)
        }
    }

    @Test func `with an id of no length, or of another length, is refused`() throws {
        for count in [0, 1_024] {
            let passkey = try SoftPasskey(id: [UInt8](repeating: 1, count: count))
            #expect(kind(ofData: passkey.authenticatorData(isNew: true)) == .malformed)
        }
        for count in [1, 1_023] {
            let passkey = try SoftPasskey(id: [UInt8](repeating: 1, count: count))
            #expect(kind(ofData: passkey.authenticatorData(isNew: true)) == nil)
        }
        var bytes = passkey.authenticatorData(isNew: true)
        (bytes[53], bytes[54]) = (0xFF, 0xFF)
        #expect(kind(ofData: bytes) == .malformed)
    }

    @Test func `without a credential, or with one that is not there, is refused`() {
        #expect(kind(ofData: passkey.authenticatorData()) == .malformed)
        passkey.flags |= SoftPasskey.Flag.hasCredential
        #expect(kind(ofData: passkey.authenticatorData()) == .malformed)
        passkey.flags |= SoftPasskey.Flag.hasExtensions
        #expect(kind(ofData: passkey.authenticatorData(isNew: true)) == .malformed)
        passkey.extensions = CBOR.number(1)
        #expect(kind(ofData: passkey.authenticatorData(isNew: true)) == .malformed)
    }

    /// A key with these members.
    private func key(_ members: [(Int64, [UInt8])]) -> [UInt8] {
        CBOR.map(members.map { (CBOR.number($0.0), $0.1) })
    }

    @Test func `with a key of another algorithm is refused`() {
        let point = CBOR.bytes([UInt8](repeating: 1, count: 32))
        // ES384, ES512, PS256, ES256K, RS1, and none.
        for number in [-35, -36, -37, -47, -65_535, 7, 0] as [Int64] {
            let cose = key([
                (1, CBOR.number(2)), (3, CBOR.number(number)), (-1, CBOR.number(1)), (-2, point),
                (-3, point),
            ])
            #expect(kind(ofKey: cose) == .algorithm, "\(number)")
        }
        #expect(kind(ofKey: key([(1, CBOR.number(2))])) == .algorithm)
        #expect(kind(ofKey: key([(3, CBOR.text("ES256"))])) == .algorithm)
    }

    @Test func `with a key that is none is refused`() throws {
        let (one, long) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 1, count: 33))
        func point(_ x: [UInt8], _ y: [UInt8], type: Int64 = 2, curve: Int64 = 1) -> [UInt8] {
            key([
                (1, CBOR.number(type)), (3, CBOR.number(-7)), (-1, CBOR.number(curve)),
                (-2, CBOR.bytes(x)), (-3, CBOR.bytes(y)),
            ])
        }
        // Beside the curve; too long or too short; of another type or curve.
        for cose in [
            point(one, one), point(long, one), point(one, []), point(one, one, type: 1),
            point(one, one, curve: 2),
            key([(1, CBOR.number(1)), (3, CBOR.number(-8)), (-1, CBOR.number(6))]),
            key([
                (1, CBOR.number(1)), (3, CBOR.number(-8)), (-1, CBOR.number(6)),
                (-2, CBOR.bytes(long)),
            ]),
        ] {
            #expect(kind(ofKey: cose) == .key)
        }
        func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> WebAuthnFlaw.Kind? {
            kind(
                ofKey: key([
                    (1, CBOR.number(3)), (3, CBOR.number(-257)), (-1, CBOR.bytes(modulus)),
                    (-2, CBOR.bytes(exponent)),
                ]))
        }
        let modulus = [UInt8](repeating: 0xC5, count: 256)
        #expect(rsa(modulus, [1, 0, 1]) == nil)
        #expect(rsa(Array(modulus.prefix(128)), [1, 0, 1]) == .key)
        #expect(rsa(modulus + modulus + [1], [1, 0, 1]) == .key)
        #expect(rsa([0] + modulus.dropFirst(), [1, 0, 1]) == .key)
        for exponent in [[], [0], [1], [0, 3], [1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(rsa(modulus, exponent) == .key, "\(exponent)")
        }
        let short = try SigningPair(.rs256, rsaBits: 1_024)
        #expect(kind(ofKey: short.cose) == .key)
    }

    @Test func `with a key that says something twice is refused`() {
        let twice = key([(1, CBOR.number(2)), (1, CBOR.number(2)), (3, CBOR.number(-7))])
        #expect(kind(ofKey: twice) == .malformed)
        let many = key((100..<117).map { ($0, CBOR.number(1)) })
        #expect(kind(ofKey: many) == .malformed)
        #expect(kind(ofKey: CBOR.number(1)) == .malformed)
        #expect(kind(ofKey: CBOR.map([(CBOR.text("kty"), CBOR.number(2))])) == .malformed)
    }

    @Test func `with client data that are none is refused`() throws {
        let creation = passkey.create("c")
        let deep = Array(repeating: "[", count: 20_000).joined()
        for text in [
            "", "null", "[]", "{}", "\"webauthn.create\"", "{\"type\":\"webauthn.create\"}",
            "{\"type\":1,\"challenge\":\"c\",\"origin\":\"https://upfor.example\"}",
            "{\"type\":\"webauthn.create\",\"challenge\":[],\"origin\":\"https://upfor.example\"}",
            "{\"type\":\"webauthn.create\",\"challenge\":\"c\"}", deep,
            "{\"a\":" + deep.prefix(2_000), String(repeating: " ", count: 5_000),
        ] {
            let flaw = #expect(throws: WebAuthnFlaw.self) {
                _ = try site.read(
                    clientData: Array(text.utf8), attestation: creation.attestation)
            }
            #expect(flaw == WebAuthnFlaw(.clientData, .malformed), "\(text.prefix(40))")
        }
        let flaw = #expect(throws: WebAuthnFlaw.self) {
            _ = try site.read(clientData: [0xFF, 0xFE], attestation: creation.attestation)
        }
        #expect(flaw?.kind == .malformed)
    }
}
