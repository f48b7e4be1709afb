import HTTP
package import Settings
import WebSocket

/// The part of the configuration that a loop's handler needs, in its own units.
package struct ClientSettings: Sendable {
    /// Twice what is accepted: in between a message is refused, beyond it is not even read.
    let messages: MessageLimits
    /// The same for visitors.
    let visitorMessages: MessageLimits
    let http: HTTPLimits
    let origins: Origins
    /// Pages of other sites that may read answers.
    let pages: Origins
    let proxies: TrustedProxies
    let connectionsMax: Int
    let connectionsPerAddressMax: Int
    let controlFramesMax: Int
    let deflates: Bool
    let deflatedBytesMin: Int
    let inflatedBytesMax: Int
    let messageSeconds: Int
    let outboxBytesMax: Int
    let heldBytesMax: Int
    let headMilliseconds: Int
    let keepAliveMilliseconds: Int
    let signInMilliseconds: Int
    let closeMilliseconds: Int
    let latecomerMilliseconds: Int
    let pingSeconds: Int
    let deadSeconds: Int

    /// The body of most requests fits this; for a larger one the token is looked up first.
    private static let bodyBytesMax = 8_192

    package init(_ configuration: Configuration) {
        let limits = configuration.limits
        messages = MessageLimits(
            messageBytesMax: 2 * limits.messageBytes, fragmentsMax: limits.fragments)
        let visitorMessageBytes = min(limits.visitorMessageBytes, limits.messageBytes)
        visitorMessages = MessageLimits(
            messageBytesMax: 2 * visitorMessageBytes, fragmentsMax: limits.fragments)
        http = HTTPLimits(
            headBytesMax: limits.headBytes, fieldLinesMax: limits.headFields,
            bodyBytesMax: Self.bodyBytesMax)
        // A list that cannot be read was refused with the configuration.
        origins = Origins(configuration.listen.origins) ?? .ownOnly
        pages = Origins(configuration.http.corsOrigins) ?? .ownOnly
        proxies = TrustedProxies(configuration.http.trustedProxies) ?? .none
        connectionsMax = limits.connections
        connectionsPerAddressMax = limits.connectionsPerAddress
        controlFramesMax = limits.controlFrames
        deflates = configuration.deflate.enabled
        deflatedBytesMin = configuration.deflate.leastBytes
        inflatedBytesMax = configuration.deflate.inflatedBytes
        messageSeconds = limits.messageSeconds
        outboxBytesMax = limits.outboxBytes
        heldBytesMax = limits.heldBytes
        headMilliseconds = limits.headSeconds * 1000
        keepAliveMilliseconds = configuration.http.keepAliveSeconds * 1000
        signInMilliseconds = limits.signInSeconds * 1000
        closeMilliseconds = limits.closeSeconds * 1000
        latecomerMilliseconds = configuration.drain.latecomerMilliseconds
        pingSeconds = configuration.heartbeat.pingSeconds
        deadSeconds = configuration.heartbeat.deadSeconds
    }
}
