import Kernel
import WebAuthn
import Wire

/// Checks what passkeys answer, on a worker: a signature takes a tenth of a millisecond.
///
/// What a client could not have got from a passkey is `.invalidField`, and names the field. Every
/// other flaw has one refusal, and a cause in the event log.
///
/// - Source: docs/decisions/0065.
struct PasskeyVerifier: Sendable {
    /// The origins of this server's pages, as browsers write them.
    let origins: @Sendable () -> [String]

    /// The site whose passkeys are accepted.
    ///
    /// - Throws: `.notFound` on a server without an origin that can have passkeys.
    func site() throws(Refusal) -> RelyingParty {
        guard let site = RelyingParty(origins: origins()) else {
            throw Refusal(.notFound, "this server has no passkeys: its pages need an https origin")
        }
        return site
    }

    /// The domain whose passkeys open accounts now; nil: none does.
    var domain: String? { RelyingParty(origins: origins())?.id }

    /// What a passkey has signed, for one purpose.
    ///
    /// - Parameter field: where the answer is in the command.
    /// - Throws: `.invalidField`, `.notFound`, `.wrongCredentials`.
    func check(
        _ answer: PasskeyAssertion, for purpose: PasskeyPurpose, field: String = "passkey",
        _ store: any Store
    ) throws(Refusal) -> PasskeyUse {
        let site = try self.site()
        let parts = try AssertionParts(answer, field: field)
        let assertion: RelyingParty.Assertion
        do throws(WebAuthnFlaw) {
            assertion = try site.read(
                clientData: parts.clientData, authenticatorData: parts.authenticatorData,
                signature: parts.signature, demandsVerification: purpose.isAlone)
        } catch {
            throw .refusing(error, field)
        }
        let passkey = try store.snapshot { (snapshot) throws(Refusal) in
            guard try Nonce.isGood(assertion.challenge, purpose.nonce, in: snapshot) else {
                throw .badPasskey(.init(PasskeyFlaw.challenge), field)
            }
            guard let found = try snapshot.first(.passkey(parts.id)), found.domain == site.id else {
                throw .badPasskey(.init(PasskeyFlaw.unknown), field)
            }
            let handle = try PasskeyHandle(of: found.username, in: snapshot)
            guard parts.userHandle.isEmpty || parts.userHandle == handle.bytes else {
                throw .badPasskey(.init(PasskeyFlaw.owner), field)
            }
            return found
        }
        do throws(WebAuthnFlaw) {
            try assertion.check(by: try PublicKey(cose: passkey.key))
        } catch {
            throw .badPasskey(.init(error.kind), field)
        }
        return PasskeyUse(
            passkey: passkey, purpose: purpose, challenge: assertion.challenge,
            counter: assertion.counter, isBackedUp: assertion.isBackedUp, field: field)
    }

    /// What a client gives beside a password or an ID token.
    ///
    /// - Parameter login: of the same command; empty: none.
    func factor(
        _ code: String, or passkey: PasskeyAssertion?, login: String, _ store: any Store
    ) throws(Refusal) -> FactorCode {
        guard let passkey else { return try FactorCode(code, field: "code") }
        guard code.isEmpty else {
            throw Refusal(
                .invalidField, field: "passkey", "expected a code or a passkey, not both")
        }
        return .passkey(try check(passkey, for: .secondFactor(of: login), store))
    }

    /// A passkey that an authenticator has made, for one purpose.
    func check(
        _ answer: PasskeyAttestation, for purpose: PasskeyPurpose, _ store: any Store
    ) throws(Refusal) -> NewPasskey {
        let (field, site) = ("passkey", try self.site())
        let clientData = try PasskeyField(
            answer.clientData, PasskeyAttestation.clientDataBytes, "\(field).clientData"
        ).bytes
        let attestation = try PasskeyField(
            answer.attestation, PasskeyAttestation.attestationBytes, "\(field).attestation"
        ).bytes
        let credential: RelyingParty.NewCredential
        do throws(WebAuthnFlaw) {
            credential = try site.read(clientData: clientData, attestation: attestation)
        } catch {
            throw .refusing(error, field)
        }
        try store.snapshot { (snapshot) throws(Refusal) in
            guard try Nonce.isGood(credential.challenge, purpose.nonce, in: snapshot) else {
                throw .badPasskey(.init(PasskeyFlaw.challenge), field)
            }
        }
        return NewPasskey(
            credential: credential, purpose: purpose, domain: site.id,
            transports: NewPasskey.known(answer.transports))
    }
}

/// Bytes in a field of a command.
struct PasskeyField: Sendable {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - lengths: of the text.
    ///   - field: the text's path in the command.
    init(_ text: String, _ lengths: ClosedRange<Int>, _ field: String) throws(Refusal) {
        guard lengths.contains(text.utf8.count) else {
            throw Refusal(
                .invalidField, field: field,
                "expected \(lengths.lowerBound) to \(lengths.upperBound) characters")
        }
        guard let bytes = Base64URL.bytes(text) else {
            throw Refusal(
                .invalidField, field: field, "expected URL-safe base64 without padding")
        }
        self.bytes = bytes
    }
}

/// The bytes of an answer to `navigator.credentials.get`.
private struct AssertionParts: Sendable {
    let id: [UInt8]
    let clientData: [UInt8]
    let authenticatorData: [UInt8]
    let signature: [UInt8]
    /// Empty: none.
    let userHandle: [UInt8]

    init(_ answer: PasskeyAssertion, field: String) throws(Refusal) {
        typealias Limits = PasskeyAssertion
        id = try PasskeyField(answer.id, Limits.idBytes, "\(field).id").bytes
        clientData = try PasskeyField(
            answer.clientData, Limits.clientDataBytes, "\(field).clientData"
        ).bytes
        authenticatorData = try PasskeyField(
            answer.authenticatorData, Limits.authenticatorDataBytes, "\(field).authenticatorData"
        ).bytes
        signature = try PasskeyField(
            answer.signature, Limits.signatureBytes, "\(field).signature"
        ).bytes
        userHandle = try PasskeyField(
            answer.userHandle, Limits.userHandleBytes, "\(field).userHandle"
        ).bytes
    }
}

/// How authenticators know an account: a mark of its name, which is the same for all its passkeys,
/// and tells nothing.
struct PasskeyHandle: Sendable {
    /// 32 of them.
    let bytes: [UInt8]

    /// By the server's first key, which is never given up: the handle never changes.
    init(of username: String, in snapshot: Snapshot) throws(Refusal) {
        let marks = try ServerKeys.read(in: snapshot)
            .marks(Array(username.utf8), for: "passkey handle")
        bytes = marks.last ?? []
    }
}

extension Refusal {
    /// The answer of a passkey is not accepted; the client gets the same refusal for every reason.
    static func badPasskey(_ cause: Cause, _ field: String) -> Refusal {
        Refusal(
            .wrongCredentials, field: field,
            "the passkey is not accepted: request another challenge, and try again", cause: cause)
    }

    /// - Parameter field: where the answer is in the command.
    fileprivate static func refusing(_ flaw: WebAuthnFlaw, _ field: String) -> Refusal {
        guard flaw.kind == .malformed else { return .badPasskey(.init(flaw.kind), field) }
        let part =
            switch flaw.part {
            case .clientData: "clientData"
            case .attestation: "attestation"
            case .authenticatorData: "authenticatorData"
            case .signature: "signature"
            }
        return Refusal(
            .invalidField, field: "\(field).\(part)", "expected bytes as WebAuthn describes them")
    }
}
