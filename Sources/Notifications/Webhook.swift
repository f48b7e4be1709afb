package import Kernel
package import Outbound
package import WebPush

/// Posts every notification, signed, to one URL of the administrator's.
package struct Webhook: Notifier {
    package let name = "webhook"
    let url: String
    /// The secrets that sign: one, or two while receivers change from one to the other.
    let secrets: [[UInt8]]
    /// Whether the receiver gets what people wrote, and are up for.
    let hasTexts: Bool

    /// - Parameters: as the properties.
    package init(url: String, secrets: [[UInt8]], hasTexts: Bool) {
        self.url = url
        self.secrets = secrets
        self.hasTexts = hasTexts
    }

    package func receivers(among subscriptions: [Subscription]) -> [Subscription?] { [nil] }

    package func request(for letter: Letter, at now: Moment) -> OutboundRequest? {
        let body = letter.notification.json(hasText: hasTexts)
        let seconds = String(now.unixMilliseconds / 1000)
        return OutboundRequest(
            .post(body), url,
            fields: [
                .init("Content-Type", "application/json"),
                .init("Upfor-Id", letter.notification.id),
                .init("Upfor-Timestamp", seconds),
                .init("Upfor-Signature", signature(of: body, at: seconds)),
            ])
    }

    package func verdict(
        on result: Result<OutboundResponse, OutboundFailure>, at now: Moment
    ) -> Verdict {
        Verdict(result, at: now)
    }

    /// One signature for each secret, with blanks between them. They cover the time, so that an
    /// intercepted request cannot be replayed for ever.
    func signature(of body: [UInt8], at seconds: String) -> String {
        let signed = Array("\(seconds).".utf8) + body
        return secrets.map { secret in
            "v1=" + MessageAuthentication.code(of: signed, key: secret).hexadecimal
        }.joined(separator: " ")
    }
}
