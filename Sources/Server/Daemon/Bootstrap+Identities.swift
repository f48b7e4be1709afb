import Accounts
import Kernel
import Notifications
import Observability
import Outbound
import Settings

extension Bootstrap {
    /// The issuers of the configuration. Keys behind a URL are fetched by a thread of each issuer;
    /// those of a file have to be there.
    static func issuers(
        _ configuration: Configuration, _ make: IssuersMaker?, _ log: EventLog
    ) throws(StartFailure) -> any IdentityIssuers {
        let terms = configuration.identities.map(IssuerTerms.init)
        guard !terms.isEmpty else { return NoIssuers() }
        guard let make else {
            throw StartFailure("identities: this program cannot verify ID tokens")
        }
        var clients: [String: OutboundClient] = [:]
        for identity in configuration.identities where identity.fetchesKeys {
            let authorities = try Authorities.read(identity.authorities, of: "identities")
            clients[identity.name] = identity.client(authorities)
        }
        let issuers = make(
            terms, { Moment(unixMilliseconds: SystemClock.milliseconds()) },
            { [clients] terms, url, take in
                fetch(url, by: clients[terms.name]) { answer in
                    guard let trouble = answer.trouble(take) else { return }
                    log.write(.identityKeysRefused, .reason("\(terms.name): \(trouble)"))
                }
            })
        if let name = issuers.reload().first {
            throw StartFailure("identities: no keys that can be used in the file of \(name)")
        }
        return issuers
    }

    private static func fetch(
        _ url: String, by client: OutboundClient?,
        _ completion: @escaping OutboundClient.Completion
    ) {
        guard let client, client.send(OutboundRequest(.get, url), completion) else {
            return completion(.failure(.stopped))
        }
    }
}

extension Result<OutboundResponse, OutboundFailure> {
    /// Hands keys on.
    ///
    /// - Returns: why there are none, in words of ours; nil when there are.
    fileprivate func trouble(_ take: @Sendable ([UInt8]?) -> Bool) -> String? {
        switch self {
        case .success(let response) where response.status == 200:
            return take(response.body) ? nil : "no keys that can be used in what came"
        case .success(let response):
            _ = take(nil)
            return "status \(response.status)"
        case .failure(let failure):
            _ = take(nil)
            return "\(failure)"
        }
    }
}

extension Configuration.Identity {
    fileprivate func client(_ authorities: [UInt8]?) -> OutboundClient {
        var terms = outboundTerms
        terms.authorities = authorities
        // Whoever wants to sign in waits for it.
        (terms.connectTimeout, terms.timeout) = (.seconds(3), .seconds(5))
        return OutboundClient(label: "upfor.identities", terms)
    }
}

extension IssuerTerms {
    fileprivate init(_ identity: Configuration.Identity) {
        self.init(
            name: identity.name, issuer: identity.issuer, clientID: identity.clientID,
            keys: identity.fetchesKeys ? .url(identity.keys) : .file(identity.keys))
    }
}
