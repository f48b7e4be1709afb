import Accounts
import Kernel
import Wire

/// What an ID token says.
///
/// - Source: OpenID Connect Core 1.0 §2.
struct IDClaims: Decodable {
    let iss: String
    let sub: String
    let aud: Audience
    let azp: String?
    let exp: Double
    let iat: Double
    let nbf: Double?
    let nonce: String?
    let email: String?
    let emailVerified: Flag?
    let name: String?
    let phone: Loose<String>?
    let phoneVerified: Loose<Bool>?
    let birthdate: Loose<String>?
    let picture: Loose<String>?

    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nbf, nonce, email, name
        case emailVerified = "email_verified"
        case phone = "phone_number"
        case phoneVerified = "phone_number_verified"
        case birthdate, picture
    }

    /// One name, or a list of them.
    struct Audience: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
        }
    }

    /// What is not needed: of another type it is as good as absent.
    struct Loose<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            value = try? decoder.singleValueContainer().decode(Value.self)
        }
    }

    /// True or false; some issuers write it as a text.
    struct Flag: Decodable {
        let value: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                value = flag
            } else if let flag = Bool(try container.decode(String.self)) {
                value = flag
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected true or false")
            }
        }
    }

    /// Clocks differ by so much, in seconds.
    private static let leeway = 60.0
    /// A token of yesterday is none of this sign-in.
    private static let ageMax = 3_600.0

    /// Why they are not the issuer's, for this server alone, and of now; nil when they are.
    func flaw(for terms: IssuerTerms, at now: Moment) -> TokenFlaw? {
        let seconds = Double(now.unixMilliseconds) / 1000
        // RFC 7519 §4.1.1, §4.1.3: bytes, and nothing that only reads alike.
        if !iss.isSame(as: terms.issuer) { return .issuer }
        // PostgreSQL stores no NUL.
        if !(1...255).contains(sub.utf8.count) || sub.utf8.contains(0) { return .subject }
        let party = azp ?? (aud.names.count == 1 ? terms.clientID : nil)
        guard aud.names.contains(where: { $0.isSame(as: terms.clientID) }),
            party?.isSame(as: terms.clientID) == true
        else { return .audience }
        guard exp > seconds - Self.leeway, iat > seconds - Self.ageMax else { return .expired }
        guard iat < seconds + Self.leeway, (nbf ?? 0) < seconds + Self.leeway else {
            return .early
        }
        return nonce?.isEmpty == false ? nil : .nonce
    }
}
