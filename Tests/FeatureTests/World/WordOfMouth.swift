import Accounts
import Kernel
import Wire

/// Issuers who believe whatever a token says: "subject|nonce|e-mail|name". What a real token must
/// be is tested with the real ones.
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
        guard parts.count == 4 else { throw .badIDToken(.malformed) }
        return OutsideIdentity(
            issuer: name, address: "https://\(name).\(domain)", subject: parts[0],
            nonce: parts[1],
            email: parts[2].isEmpty ? nil : parts[2], name: parts[3].isEmpty ? nil : parts[3])
    }
}
