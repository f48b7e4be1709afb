package import Outbound

extension Configuration.Notifiers {
    /// Push services are somebody else's, whom a client may choose.
    package func pushServices(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            hosts: webPushHosts.split(separator: ",").map { word in
                HostPattern(word.filter { $0 != " " })
            },
            // A port where nobody answers would take a thread for seconds at every attempt.
            allowsPrivate: webPushPrivate, allowsAnyPort: webPushPrivate, authorities: authorities)
    }

    /// The administrator has chosen the URL: it may be one inside.
    package func webhookTerms(_ authorities: [UInt8]? = nil) -> OutboundTerms {
        OutboundTerms(
            allowsPlain: isWebhookLocal, allowsPrivate: true, authorities: authorities)
    }

    /// Without TLS it goes to this machine alone.
    private var isWebhookLocal: Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host in
            webhook.hasPrefix("http://\(host):") || webhook.hasPrefix("http://\(host)/")
        }
    }
}
