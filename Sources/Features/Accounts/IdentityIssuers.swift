public import Kernel
import Wire

/// The issuers of outside identities that this server trusts (Z2), and the check of their tokens.
public protocol IdentityIssuers: Sendable {
    /// Their names in the configuration, in its order.
    var names: [String] { get }

    /// What a client needs to send a user to an issuer; nil if no issuer has that name.
    func invitation(to name: String) -> IdentityInvitation?

    /// What has to arrive before a token can be verified: the issuer's keys; nil: nothing, or it
    /// cannot arrive now.
    func awaited(for token: String, of name: String) -> Awaited?

    /// The identity in an ID token. Slow, for a worker; sends no request.
    ///
    /// - Throws: `.wrongCredentials` for any flaw of the token; `.notFound` for an unknown issuer;
    ///   `.unavailable` if the issuer's keys are unknown.
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

    /// What has to arrive before a proof, and a token after it, can be verified.
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

/// Where a client sends a user to sign in.
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

/// A user, as an issuer knows them: the claims of a valid ID token.
public struct OutsideIdentity: Equatable, Sendable {
    /// The issuer's name in the configuration.
    public let issuer: String
    /// The issuer's own address: another one under the same name is another issuer.
    public let address: String
    /// The issuer's own id of the user: never given to another, unlike an e-mail address.
    public let subject: String
    /// What the client put into the request; not checked yet.
    public let nonce: String
    /// An address that the issuer vouches for.
    public let email: String?
    /// The user's name at the issuer.
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

/// No outside identities: the server trusts no issuer.
public struct NoIssuers: IdentityIssuers {
    /// None.
    public let names: [String] = []

    /// Without issuers.
    public init() {}

    /// No invitation.
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
