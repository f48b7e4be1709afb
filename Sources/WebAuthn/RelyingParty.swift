import COpenSSL

/// The site that passkeys are for, and the checks of what authenticators answer to it.
///
/// Who asked for an answer, and whether that was answered before, is not checked here: the caller
/// has the challenge.
///
/// - Source: WebAuthn Level 2 §7.1 and §7.2, without trust in makers: attestation statements are
///   not looked at (docs/decisions/0065).
public struct RelyingParty: Equatable, Sendable {
    /// Its domain, by which authenticators know it (RP ID): "chat.example".
    public let id: String
    /// The pages that may use its passkeys, as browsers write their origins.
    public let origins: Set<String>

    /// The site of some origins: the first that can have passkeys, with those on the same host and
    /// below it. `localhost` is the site only of a list that names nothing else.
    ///
    /// Browsers offer passkeys to pages over TLS, and to those of the same computer, on hosts that
    /// have a name.
    ///
    /// - Parameter list: origins as browsers write them.
    /// - Returns: nil when none can have passkeys.
    public init?(origins list: [String]) {
        let usable = list.compactMap { origin in Self.host(of: origin).map { (origin, $0) } }
        let named = usable.first { !Self.isThisComputer($0.1) }
        guard let id = (named ?? usable.first)?.1 else { return nil }
        self.id = id
        origins = Set(usable.filter { $0.1 == id || $0.1.hasSuffix(".\(id)") }.map(\.0))
    }

    private static func isThisComputer(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost")
    }

    /// The host of an origin that can have passkeys.
    private static func host(of origin: String) -> String? {
        for scheme in ["https://", "http://"] where origin.hasPrefix(scheme) {
            let host = String(origin.dropFirst(scheme.count).prefix { $0 != ":" && $0 != "/" })
            let label = host.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
            // Not an address: the last part of a name begins with a letter.
            guard let letter = label.utf8.first,
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            else { return nil }
            return scheme == "https://" || isThisComputer(host) ? host : nil
        }
        return nil
    }

    /// A credential that an authenticator has made, and says to be for this site.
    public struct NewCredential: Equatable, Sendable {
        /// 1 to 1,023 bytes, by the authenticator's choice.
        public let id: [UInt8]
        /// Whose signatures will be accepted.
        public let key: PublicKey
        /// 0 of an authenticator that does not count.
        public let counter: UInt32
        /// Whether there is a copy elsewhere.
        public let isBackedUp: Bool
        /// What the answer is to: URL-safe base64.
        public let challenge: String
    }

    /// Checks the answer to `navigator.credentials.create`: made for this site, on one of its
    /// pages, with the owner before the authenticator.
    ///
    /// - Parameters:
    ///   - clientData: `clientDataJSON`.
    ///   - attestation: `attestationObject`.
    /// - Throws: every ``WebAuthnFlaw/Kind`` but `.signature`.
    public func read(
        clientData: [UInt8], attestation: [UInt8]
    ) throws(WebAuthnFlaw) -> NewCredential {
        let said = try ClientData(clientData, of: .create)
        guard origins.contains(said.origin) else { throw .init(.clientData, .origin) }
        let data = try AuthenticatorData(Self.authenticatorData(in: attestation), in: .attestation)
        try check(data, in: .attestation, demandsVerification: true)
        guard let credential = data.credential else { throw .init(.attestation, .malformed) }
        return NewCredential(
            id: credential.id, key: try PublicKey(cose: credential.key), counter: data.counter,
            isBackedUp: data.flags.contains(.backedUp), challenge: said.challenge)
    }

    /// What an authenticator has signed, before its signature is checked.
    public struct Assertion: Equatable, Sendable {
        /// What the answer is to: URL-safe base64.
        public let challenge: String
        /// How often the credential has signed, by the authenticator's count.
        public let counter: UInt32
        /// Whether there is a copy of the credential elsewhere.
        public let isBackedUp: Bool
        private let message: [UInt8]
        private let signature: [UInt8]

        fileprivate init(
            _ said: ClientData, _ data: AuthenticatorData, message: [UInt8], signature: [UInt8]
        ) {
            (challenge, counter) = (said.challenge, data.counter)
            isBackedUp = data.flags.contains(.backedUp)
            (self.message, self.signature) = (message, signature)
        }

        /// Checks the signature.
        ///
        /// - Throws: `.signature` when it was not made with `key`.
        public func check(by key: PublicKey) throws(WebAuthnFlaw) {
            guard key.hasSigned(message, signature: signature) else {
                throw .init(.signature, .signature)
            }
        }
    }

    /// Checks the answer to `navigator.credentials.get`, but its signature.
    ///
    /// - Parameters:
    ///   - clientData: `clientDataJSON`.
    ///   - demandsVerification: whether the person must have proven to be the owner.
    /// - Throws: every ``WebAuthnFlaw/Kind`` but `.signature`, `.key` and `.algorithm`.
    public func read(
        clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        demandsVerification: Bool
    ) throws(WebAuthnFlaw) -> Assertion {
        let said = try ClientData(clientData, of: .get)
        guard origins.contains(said.origin) else { throw .init(.clientData, .origin) }
        let data = try AuthenticatorData(authenticatorData, in: .authenticatorData)
        try check(data, in: .authenticatorData, demandsVerification: demandsVerification)
        return Assertion(
            said, data, message: authenticatorData + Self.hash(clientData), signature: signature)
    }

    private func check(
        _ data: AuthenticatorData, in part: WebAuthnFlaw.Part, demandsVerification: Bool
    ) throws(WebAuthnFlaw) {
        guard data.domainHash == Self.hash(Array(id.utf8)) else {
            throw .init(part, .relyingParty)
        }
        guard data.flags.contains(.present) else { throw .init(part, .presence) }
        guard !demandsVerification || data.flags.contains(.verified) else {
            throw .init(part, .verification)
        }
    }

    /// `authData` of an attestation object. Its format and its statement are passed over.
    private static func authenticatorData(
        in attestation: [UInt8]
    ) throws(WebAuthnFlaw) -> [UInt8] {
        do throws(CBORReader.Malformed) {
            var reader = CBORReader(attestation)
            guard case .map(let count) = try reader.next() else { throw .init() }
            var (names, found) = (Set<[UInt8]>(), [UInt8]?.none)
            for _ in 0..<count {
                guard case .text(let range) = try reader.next() else { throw .init() }
                let name = Array(attestation[range])
                guard names.insert(name).inserted else { throw .init() }
                if name == Array("authData".utf8), case .bytes(let range) = try reader.first {
                    found = Array(attestation[range])
                }
                try reader.skip()
            }
            guard let found, reader.isAtEnd, names.contains(Array("fmt".utf8)),
                names.contains(Array("attStmt".utf8))
            else { throw .init() }
            return found
        } catch {
            throw .init(.attestation, .malformed)
        }
    }

    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(bytes, bytes.count, &hash)
        return hash
    }
}
