import Accounts
import Kernel
public import Outbound
import WebPush
import Wire

/// What a server needs to notify devices that are away.
public struct PushTerms: Sendable {
    /// The server's own key, as browsers want it.
    public let key: String
    /// Which push services it knows.
    public let services: OutboundTerms

    /// - Parameters: as the properties.
    public init(key: String, services: OutboundTerms) {
        (self.key, self.services) = (key, services)
    }
}

/// Which devices are notified while they are away.
struct PushCommands: Sendable {
    /// Longest endpoint; those of today's push services have up to 600 bytes.
    private static let endpointBytesMax = 2_048

    let terms: PushTerms?

    func key(
        _ command: PushKeyRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> PushKey {
        var key = PushKey()
        key.key = try known().key
        return key
    }

    /// Assigns the subscription to this log-in, in place of its previous one. Another log-in that
    /// had the subscription is no longer notified on it.
    func subscribe(
        _ command: PushSubscribe, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        let subscription = try subscription(command)
        guard try transaction.first(.guest(caller.token)) == nil else {
            throw Refusal(.conflict, "this log-in is a guest's: it gets no notifications")
        }
        // A browser may renew a subscription while no user is there to give a proof.
        if try transaction.first(.subscribed(caller.token)) == nil {
            try RecentProof.demand(of: caller, in: transaction)
        }
        try transaction.run(
            """
            DELETE FROM push_subscription
            WHERE token_id = \(caller.token) OR endpoint = \(subscription.endpoint)
            """)
        try transaction.run(
            """
            INSERT INTO push_subscription (token_id, endpoint, point, secret)
            SELECT id, \(subscription.endpoint), \(subscription.point.bytes),
                \(subscription.secret)
            FROM token WHERE id = \(caller.token)
            """)
        return Done()
    }

    func unsubscribe(
        _ command: PushUnsubscribe, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> Done {
        _ = try transaction.rowsChanged(
            "DELETE FROM push_subscription WHERE token_id = \(caller.token)")
        return Done()
    }

    private func subscription(_ command: PushSubscribe) throws(Refusal) -> Subscription {
        let services = try known().services
        guard command.endpoint.utf8.count <= Self.endpointBytesMax else {
            throw Refusal(
                .invalidField, field: "endpoint",
                "expected at most \(Self.endpointBytesMax) bytes")
        }
        do throws(OutboundFailure) {
            try services.check(url: command.endpoint)
        } catch {
            throw Refusal(
                .invalidField, field: "endpoint",
                "expected an https URL of a push service that this server knows")
        }
        guard let bytes = Self.bytes(command.p256Dh), let point = CurvePoint(bytes) else {
            throw Refusal(
                .invalidField, field: "p256dh",
                "expected a point of P-256, 65 bytes in URL-safe base64")
        }
        guard let secret = Self.bytes(command.auth), secret.count == Subscription.secretByteCount
        else {
            throw Refusal(
                .invalidField, field: "auth", "expected 16 bytes in URL-safe base64")
        }
        return Subscription(endpoint: command.endpoint, point: point, secret: secret)
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        text.utf8.count <= 128 ? Base64URL.bytes(text) : nil
    }

    private func known() throws(Refusal) -> PushTerms {
        guard let terms else {
            throw Refusal(.notFound, "this server sends no notifications to devices")
        }
        return terms
    }
}
