import WebAuthn

extension Target {
    /// What a stranger's authenticator and browser answer.
    static let passkey = Target(name: "passkey", seeds: { PasskeySeeds.all }) { input in
        guard let site = RelyingParty(origins: [PasskeySeeds.origin]) else {
            return Oracle.require(false, "no site")
        }
        switch input.choice % 3 {
        case 0: attestation(input, at: site)
        case 1: assertion(input, at: site)
        default: clientData(input, at: site)
        }
    }

    private static func attestation(_ input: Input, at site: RelyingParty) {
        func read(_ bytes: [UInt8]) -> RelyingParty.NewCredential? {
            try? site.read(
                clientData: PasskeySeeds.clientData("webauthn.create"), attestation: bytes)
        }
        guard let made = read(input.bytes) else { return }
        Oracle.require((1...1_023).contains(made.id.count), "an id of \(made.id.count) bytes")
        let again = try? PublicKey(cose: made.key.cose)
        Oracle.require(again == made.key, "stored, its key is read otherwise")
        Oracle.require(read(input.bytes + [input.seed]) == nil, "a byte behind its end")
        Oracle.require(!made.key.hasSigned(input.bytes, signature: input.bytes), "a signature")
    }

    private static func assertion(_ input: Input, at site: RelyingParty) {
        func read(_ bytes: [UInt8]) -> RelyingParty.Assertion? {
            try? site.read(
                clientData: PasskeySeeds.clientData("webauthn.get"), authenticatorData: bytes,
                signature: [input.seed], demandsVerification: true)
        }
        guard read(input.bytes) != nil else { return }
        Oracle.require(read(input.bytes + [input.seed]) == nil, "a byte behind its end")
    }

    private static func clientData(_ input: Input, at site: RelyingParty) {
        let made = try? site.read(
            clientData: input.bytes, attestation: PasskeySeeds.attestation)
        guard let made else { return }
        Oracle.require(made.id == [1, 2, 3, 4], "another credential")
        Oracle.require(input.bytes.count <= 4_096, "client data of \(input.bytes.count) bytes")
    }
}
