public import Kernel
import Wire

/// The issuers of outside identities that this server trusts (Z2), and who checks their tokens.
public protocol IdentityIssuers: Sendable {
    /// Their names in the configuration, in its order.
    var names: [String] { get }

    /// What a client needs to send somebody to an issuer; nil when there is none of that name.
    func invitation(to name: String) -> IdentityInvitation?

    /// Who an ID token speaks of. Slow: for a worker.
    ///
    /// - Throws: `.wrongCredentials` for whatever is wrong with the token; `.notFound` when there
    ///   is no such issuer; `.unavailable` when its keys are not to be had.
    func verify(_ token: String, of name: String) throws(Refusal) -> OutsideIdentity

    /// Reads the files with keys again.
    ///
    /// - Returns: names of issuers whose file has no keys; they keep those from before.
    func reload() -> [String]
}

extension IdentityIssuers {
    /// For issuers without files: nothing.
    public func reload() -> [String] { [] }
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
    /// The issuer's own name of the person: never given to another, unlike an e-mail address.
    public let subject: String
    /// What the client put into the request; not checked yet.
    public let nonce: String
    /// An address that the issuer vouches for.
    public let email: String?
    /// What the person is called there.
    public let name: String?

    /// - Parameters: as the properties.
    public init(issuer: String, subject: String, nonce: String, email: String?, name: String?) {
        self.issuer = issuer
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
    /// An ID token is no good; the same for every reason.
    public static let badIDToken = Refusal(
        .wrongCredentials, field: "idToken",
        "this ID token is no good (any more): ask for a nonce, and sign in there again")
}
