import Accounts
import Kernel
import Outbound

extension Daemon {
    /// The issuers of the configuration. Keys behind a URL are fetched by the worker that needs
    /// them; those of a file have to be there.
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
            let authorities = try authorities(in: identity.authorities, of: "identities")
            clients[identity.name] = identity.client(authorities)
        }
        let issuers = make(
            terms, { Moment(unixMilliseconds: SystemClock.milliseconds()) },
            { [clients] terms, url in
                let name = terms.name
                do throws(OutboundFailure) {
                    guard let client = clients[name] else { return nil }
                    let response = try client.perform(OutboundRequest(.get, url))
                    if response.status == 200 { return response.body }
                    log.write(
                        .identityKeysRefused, .reason("\(name): status \(response.status)"))
                } catch {
                    log.write(.identityKeysRefused, .reason("\(name): \(error)"))
                }
                return nil
            })
        if let name = issuers.reload().first {
            throw StartFailure("identities: no keys that can be used in the file of \(name)")
        }
        return issuers
    }

    /// Reads the keys of issuers again. A file without keys is refused, and those from before stay.
    func reloadIdentities() {
        for name in issuers.reload() {
            log.write(
                .identityKeysRefused,
                .reason("\(name): no keys that can be used in its file"))
        }
    }
}

extension Configuration.Identity {
    /// The administrator has chosen the URL: it may be one inside.
    fileprivate func client(_ authorities: [UInt8]?) -> OutboundClient {
        var terms = OutboundTerms(allowsPrivate: true, authorities: authorities)
        // A worker waits for it, and whoever wants to sign in.
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
