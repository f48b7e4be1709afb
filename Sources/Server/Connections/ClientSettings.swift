import HTTP
import WebSocket

/// What a loop's handler needs of the configuration, in its own units.
struct ClientSettings: Sendable {
    /// Over it a message is refused; over twice as much it is not even read, and closes.
    let messageBytesMax: Int
    let messages: MessageLimits
    let http: HTTPLimits
    let origins: Origins
    let connectionsMax: Int
    let connectionsPerAddressMax: Int
    let controlFramesMax: Int
    let deflates: Bool
    let deflatedBytesMin: Int
    let inflatedBytesMax: Int
    let messageSeconds: Int
    let outboxBytesMax: Int
    let stallSeconds: Int
    let headMilliseconds: Int
    let signInMilliseconds: Int
    let pingSeconds: Int
    let deadSeconds: Int

    init(_ configuration: Configuration) {
        let limits = configuration.limits
        messageBytesMax = limits.messageBytes
        messages = MessageLimits(
            messageBytesMax: 2 * limits.messageBytes, fragmentsMax: limits.fragments)
        http = HTTPLimits(
            headBytesMax: limits.headBytes, fieldLinesMax: limits.headFields,
            bodyBytesMax: limits.messageBytes)
        // A list that cannot be read was refused with the configuration.
        origins = Origins(configuration.listen.origins) ?? .ownOnly
        connectionsMax = limits.connections
        connectionsPerAddressMax = limits.connectionsPerAddress
        controlFramesMax = limits.controlFrames
        deflates = configuration.deflate.enabled
        deflatedBytesMin = configuration.deflate.leastBytes
        inflatedBytesMax = configuration.deflate.inflatedBytes
        messageSeconds = limits.messageSeconds
        outboxBytesMax = limits.outboxBytes
        stallSeconds = limits.stallSeconds
        headMilliseconds = limits.headSeconds * 1000
        signInMilliseconds = limits.signInSeconds * 1000
        pingSeconds = configuration.heartbeat.pingSeconds
        deadSeconds = configuration.heartbeat.deadSeconds
    }
}
