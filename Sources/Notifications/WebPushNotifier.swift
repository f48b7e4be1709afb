package import Kernel
package import Outbound
package import WebPush

/// Notifies a user's devices by way of their browsers' push services, which cannot read the
/// content.
///
/// - Source: RFC 8030, RFC 8291, RFC 8292.
package struct WebPushNotifier: Notifier {
    package let name = "webPush"
    /// The server's keys, the newest first: a browser's subscription belongs to one of them.
    let signers: [Vapid]
    /// The push services that may be used.
    let services: OutboundTerms
    /// How long a push service keeps what it cannot deliver.
    let lifetime: Duration

    /// - Parameters: as the properties.
    package init(signers: [Vapid], services: OutboundTerms, lifetime: Duration) {
        self.signers = signers
        self.services = services
        self.lifetime = lifetime
    }

    package var signerCount: Int { signers.count }

    package func receivers(among subscriptions: [Subscription]) -> [Subscription?] { subscriptions }

    package func request(for letter: Letter, at now: Moment) -> OutboundRequest? {
        guard signers.indices.contains(letter.signer),
            let subscription = letter.subscription,
            let key = try? CurveKey(),
            let body = try? subscription.encrypted(
                letter.notification.json(hasText: true, isForDevice: true), key: key,
                salt: .random(16)),
            let origin = try? services.origin(of: subscription.endpoint),
            let authorization = try? signers[letter.signer].authorization(
                for: origin, at: now.unixMilliseconds / 1000)
        else { return nil }
        return OutboundRequest(
            .post(body), subscription.endpoint,
            fields: [
                .init("Authorization", authorization),
                .init("Content-Encoding", "aes128gcm"),
                .init("Content-Type", "application/octet-stream"),
                .init("TTL", String(lifetime(of: letter.notification, at: now).components.seconds)),
                .init("Urgency", letter.notification.news.urgency.rawValue),
                .init("Topic", topic(of: letter.notification)),
            ])
    }

    private func lifetime(of notification: Notification, at now: Moment) -> Duration {
        guard let end = notification.end else { return lifetime }
        return min(lifetime, max(.zero, now.duration(to: end)))
    }

    /// - Source: RFC 8030 §7.3 on expired subscriptions; RFC 8292 §4.2 on a key that is not
    ///   accepted.
    package func verdict(
        on result: Result<OutboundResponse, OutboundFailure>, at now: Moment
    ) -> Verdict {
        guard case .success(let response) = result else { return Verdict(result, at: now) }
        return switch response.status {
        case 404, 410: .gone
        case 401, 403: .unauthorized(status: response.status)
        // Apple's answers so when the key is not the subscription's (VapidPkHashMismatch).
        case 400: .doubtful(status: response.status)
        default: Verdict(result, at: now)
        }
    }

    /// Of the messages that wait under one topic a device shows the newest. Each notification has
    /// its own, so that a repeated attempt shows nothing twice. At most 32 characters, and opaque.
    ///
    /// - Source: RFC 8030 §5.4.
    private func topic(of notification: Notification) -> String { notification.id }
}

extension [UInt8] {
    /// This many unpredictable bytes.
    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in generator.next() }
    }
}
