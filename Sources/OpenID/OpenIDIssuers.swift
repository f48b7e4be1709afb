public import Accounts
public import Kernel
import Wire

/// The OpenID Connect issuers that the configuration names (Z2). Checks that an ID token was issued
/// by one of them, for this server, and is valid now.
///
/// Signatures are RS256 or ES256, as the key says and not as the token claims; everything else is
/// refused. Whatever is wrong with a token, the refusal is the same.
///
/// - Source: OpenID Connect Core 1.0 §3.1.3.7; RFC 8725.
public final class OpenIDIssuers: IdentityIssuers {
    /// The longest ID token: usual ones have one or two thousand bytes.
    public static let tokenBytesMax = 8_192

    private let issuers: [(terms: IssuerTerms, keys: IssuerKeys)]
    private let clock: @Sendable () -> Moment

    /// Creates the issuers without the keys of files, which ``reload()`` reads.
    ///
    /// - Parameters:
    ///   - terms: of each issuer, by different names.
    ///   - clock: the time of day.
    ///   - fetch: reads the keys behind a URL.
    public init(
        _ terms: [IssuerTerms], clock: @escaping @Sendable () -> Moment, fetch: @escaping KeyFetch
    ) {
        issuers = terms.map { ($0, IssuerKeys($0, clock: clock, fetch: fetch)) }
        self.clock = clock
    }

    /// For a daemon.
    public static let maker: IssuersMaker = { terms, clock, fetch in
        OpenIDIssuers(terms, clock: clock, fetch: fetch)
    }

    /// The names, in the order of the configuration.
    public var names: [String] { issuers.map(\.terms.name) }

    /// Reads the key files again.
    ///
    /// - Returns: the names of issuers whose file has no keys; they keep their earlier ones.
    public func reload() -> [String] {
        issuers.filter { !$0.keys.reload() }.map(\.terms.name)
    }

    /// Where to send a user who signs in with that issuer; nil for an unknown one.
    public func invitation(to name: String) -> IdentityInvitation? {
        issuers.first { $0.terms.name == name }.map {
            IdentityInvitation(issuer: $0.terms.issuer, clientID: $0.terms.clientID)
        }
    }

    /// The keys that must be fetched before an ID token can be verified.
    public func awaited(for token: String, of name: String) -> Awaited? {
        // The claims come first: an invalid token must not cause a fetch.
        guard let (terms, keys) = issuer(of: name),
            let token = try? SignedToken(token), token.claims.flaw(for: terms, at: clock()) == nil
        else { return nil }
        return keys.awaited(token.key)
    }

    /// The identity that an ID token asserts. Slow: for a worker thread.
    public func verify(_ token: String, of name: String) throws(Refusal) -> OutsideIdentity {
        guard let (terms, keys) = issuer(of: name) else { throw .noSuchIssuer }
        let token = try SignedToken(token)
        let claims = token.claims
        if let flaw = claims.flaw(for: terms, at: clock()) { throw .badIDToken(flaw) }
        guard let key = try keys.key(token.key) else { throw .badIDToken(.key) }
        guard key.hasSigned(token) else { throw .badIDToken(.signature) }
        var identity = OutsideIdentity(
            issuer: terms.name, address: terms.issuer, subject: claims.sub,
            nonce: claims.nonce ?? "",
            email: claims.emailVerified?.value == true ? claims.email : nil,
            name: claims.name?.normalized)
        if claims.phoneVerified?.value == true { identity.phone = claims.phone?.value }
        (identity.birthdate, identity.picture) = (claims.birthdate?.value, claims.picture?.value)
        return identity
    }

    private func issuer(of name: String) -> (terms: IssuerTerms, keys: IssuerKeys)? {
        issuers.first { $0.terms.name == name }
    }
}
