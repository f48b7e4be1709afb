import Kernel
import Outbound
import WebPush

/// Tells a user's devices by way of the push services that their browsers use; what is told, those
/// cannot read.
///
/// - Source: RFC 8030, RFC 8291, RFC 8292.
struct WebPushNotifier: Notifier {
    let name = "webPush"
    /// The server's keys, the newest first: a browser's subscription belongs to one of them.
    let signers: [Vapid]
    /// Which are asked.
    let services: OutboundTerms
    /// How long a push service keeps what it cannot deliver.
    let lifetime: Duration

    var signerCount: Int { signers.count }

    func receivers(among subscriptions: [Subscription]) -> [Subscription?] { subscriptions }

    func request(for letter: Letter, at now: Moment) -> OutboundRequest? {
        guard signers.indices.contains(letter.signer),
            let subscription = letter.subscription,
            let key = try? CurveKey(),
            let body = try? subscription.encrypted(
                letter.notification.json(hasText: true), key: key, salt: .random(16)),
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
                .init("TTL", String(lifetime(of: letter.notification).components.seconds)),
                .init("Urgency", letter.notification.news.urgency.rawValue),
                .init("Topic", topic(of: letter.notification)),
            ])
    }

    private func lifetime(of notification: Notification) -> Duration {
        min(lifetime, notification.news.lifetime ?? lifetime)
    }

    /// - Source: RFC 8030 §7.3 on who is gone; RFC 8292 §4.2 on a key that is not accepted.
    func verdict(
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

    /// Of what waits under one topic a device is shown the newest: one for each notification, so
    /// that an attempt that is repeated shows nothing twice. At most 32 characters, and opaque.
    ///
    /// - Source: RFC 8030 §5.4.
    private func topic(of notification: Notification) -> String { notification.id }
}

extension [UInt8] {
    /// So many bytes that nobody can guess.
    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in generator.next() }
    }
}
