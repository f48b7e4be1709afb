public import Kernel
import Wire

/// The issuers of outside identities that this server trusts (Z2), and who checks their tokens.
public protocol IdentityIssuers: Sendable {
    /// Their names in the configuration, in its order.
    var names: [String] { get }

    /// What a client needs to send somebody to an issuer; nil when there is none of that name.
    func invitation(to name: String) -> IdentityInvitation?

    /// What has to come before a token can be verified: the issuer's keys; nil: nothing, or it
    /// could not come now.
    func awaited(for token: String, of name: String) -> Awaited?

    /// Who an ID token speaks of. Slow, for a worker; it asks nobody.
    ///
    /// - Throws: `.wrongCredentials` for whatever is wrong with the token; `.notFound` when there
    ///   is no such issuer; `.unavailable` when it is not known which keys it has.
    func verify(_ token: String, of name: String) throws(Refusal) -> OutsideIdentity

    /// Reads the files with keys again.
    ///
    /// - Returns: names of issuers whose file has no keys; they keep those from before.
    func reload() -> [String]
}

extension IdentityIssuers {
    /// For issuers without files: nothing.
    public func reload() -> [String] { [] }

    /// For issuers whose keys are here: nothing.
    public func awaited(for token: String, of name: String) -> Awaited? { nil }

    /// What has to come before a proof can be looked at, and a token behind it.
    func awaited(for proof: Proof, and token: String = "", of name: String = "") -> Awaited? {
        let first = awaited(for: proof.idToken, of: proof.issuer)
        let second = awaited(for: token, of: name)
        guard let first, let second else { return first ?? second }
        return { resume in first { second(resume) } }
    }

    /// Where the issuer of that name is, if there is one.
    func address(of name: String) -> String? { invitation(to: name)?.issuer }

    /// Whether its issuer is still trusted, by the same name and at the same address.
    func isWayIn(_ identity: StoredIdentity) -> Bool {
        address(of: identity.issuer) == identity.address
    }
}

/// Where somebody is sent to sign in.
public struct IdentityInvitation: Equatable, Sendable {
    /// The issuer's own address.
    public let issuer: String
    /// By which name it knows this server.
    public let clientID: String

    /// - Parameters: as the properties.
    public init(issuer: String, clientID: String) {
        self.issuer = issuer
        self.clientID = clientID
    }
}

/// Somebody, as an issuer knows them: what a good ID token says.
public struct OutsideIdentity: Equatable, Sendable {
    /// The issuer's name in the configuration.
    public let issuer: String
    /// The issuer's own address: another one under the same name is another issuer.
    public let address: String
    /// The issuer's own name of the person: never given to another, unlike an e-mail address.
    public let subject: String
    /// What the client put into the request; not checked yet.
    public let nonce: String
    /// An address that the issuer vouches for.
    public let email: String?
    /// What the person is called there.
    public let name: String?
    /// A telephone number that the issuer vouches for.
    public var phone: String?
    /// "1990-12-31".
    ///
    /// - Source: OpenID Connect Core 1.0 §5.1.
    public var birthdate: String?
    /// The address of a picture.
    public var picture: String?

    /// - Parameters: as the properties of the same names; the others are nil.
    public init(
        issuer: String, address: String, subject: String, nonce: String, email: String?,
        name: String?
    ) {
        self.issuer = issuer
        self.address = address
        self.subject = subject
        self.nonce = nonce
        self.email = email
        self.name = name
    }
}

/// No outside identities: the server trusts nobody else.
public struct NoIssuers: IdentityIssuers {
    /// None.
    public let names: [String] = []

    /// Nobody.
    public init() {}

    /// Nowhere to go.
    public func invitation(to name: String) -> IdentityInvitation? { nil }

    /// There is no such issuer.
    public func verify(_ token: String, of name: String) throws(Refusal) -> OutsideIdentity {
        throw .noSuchIssuer
    }
}

extension Refusal {
    /// Nothing of that name is in the configuration.
    public static let noSuchIssuer = Refusal(
        .notFound, field: "issuer", "there is no such issuer on this server")
}
