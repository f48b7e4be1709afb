/// Identifies the sender to push services: proves that it is the server to which the device has
/// subscribed.
///
/// - Source: RFC 8292.
public struct Vapid: Sendable {
    /// How long a token is valid: a day at most.
    static let lifetimeSeconds: Int64 = 12 * 3600

    private let key: CurveKey
    private let contact: String

    /// - Parameters:
    ///   - key: the server's own, whose public half the browsers have.
    ///   - contact: where the operator of a push service reaches the operator of this server.
    public init(key: CurveKey, contact: String) {
        (self.key, self.contact) = (key, contact)
    }

    /// The key that browsers require to subscribe.
    public var publicKey: String { Base64URL.text(key.point.bytes) }

    /// The value of the field `Authorization` in a request to a push service.
    ///
    /// - Parameters:
    ///   - origin: the push service's: scheme, host, and port if it is not the scheme's own.
    ///   - seconds: since 1970.
    public func authorization(
        for origin: String, at seconds: Int64
    ) throws(CurveKey.Failure) -> String {
        let head = Base64URL.text(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        var claims =
            #"{"aud":"\#(origin)","exp":\#(seconds + Self.lifetimeSeconds)"#
        if !contact.isEmpty { claims += #","sub":"\#(contact)""# }
        let signed = head + "." + Base64URL.text(Array((claims + "}").utf8))
        let signature = Base64URL.text(try key.signature(of: Array(signed.utf8)))
        return "vapid t=\(signed).\(signature), k=\(publicKey)"
    }
}
