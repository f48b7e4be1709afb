public import Kernel

/// One issuer, as the configuration says.
public struct IssuerTerms: Equatable, Sendable {
    /// Where an issuer's public keys are, as a JSON Web Key Set.
    public enum Keys: Equatable, Sendable {
        /// In a file.
        case file(String)
        /// Behind an `https` URL.
        case url(String)
    }

    /// What clients call it. Stored, so it never changes.
    public let name: String
    /// What its tokens have as `iss`.
    public let issuer: String
    /// By which name it knows this server.
    public let clientID: String
    /// Where its keys are.
    public let keys: Keys

    /// - Parameters: as the properties.
    public init(name: String, issuer: String, clientID: String, keys: Keys) {
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.keys = keys
    }
}

/// Makes what verifies the ID tokens of some issuers.
///
/// - Parameters:
///   - terms: of each issuer, by different names.
///   - clock: the time of day.
///   - fetch: reads the keys behind a URL.
public typealias IssuersMaker =
    @Sendable (
        _ terms: [IssuerTerms], _ clock: @escaping @Sendable () -> Moment,
        _ fetch: @escaping KeyFetch
    ) -> any IdentityIssuers

/// Reads the keys behind a URL, on a thread of its own.
///
/// - Parameter take: receives what was read, or nil, once; returns whether it has keys, and a
///   function that resumes the callers who wait for them. What is logged comes before that.
public typealias KeyFetch =
    @Sendable (
        _ terms: IssuerTerms, _ url: String,
        _ take: @escaping @Sendable ([UInt8]?) -> (hasKeys: Bool, resume: @Sendable () -> Void)
    ) -> Void
