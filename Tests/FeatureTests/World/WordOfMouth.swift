import Accounts
import Kernel
import Wire

/// Issuers who believe whatever a token says: "subject|nonce|e-mail|name", and perhaps
/// "|birthdate|phone|picture". What a real token must be is tested with the real ones.
struct WordOfMouth: IdentityIssuers {
    var names = ["home", "work"]
    /// Where they are: "https://home.example.org".
    var domain = "example.org"

    func invitation(to name: String) -> IdentityInvitation? {
        names.contains(name)
            ? IdentityInvitation(issuer: "https://\(name).\(domain)", clientID: "upfor") : nil
    }

    func verify(_ token: String, of name: String) throws(Refusal) -> OutsideIdentity {
        guard names.contains(name) else { throw .noSuchIssuer }
        let parts = token.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard [4, 7].contains(parts.count) else { throw .badIDToken(.malformed) }
        var identity = OutsideIdentity(
            issuer: name, address: "https://\(name).\(domain)", subject: parts[0],
            nonce: parts[1],
            email: parts[2].isEmpty ? nil : parts[2], name: parts[3].isEmpty ? nil : parts[3])
        if parts.count == 7 {
            (identity.birthdate, identity.phone) = (parts[4], parts[5])
            identity.picture = parts[6]
        }
        return identity
    }
}
