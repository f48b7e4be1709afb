import HTTP
import WebSocket

/// What a loop's handler needs of the configuration, in its own units.
struct ClientSettings: Sendable {
    /// Over it a message is refused; over twice as much it is not even read, and closes.
    let messageBytesMax: Int
    let messages: MessageLimits
    let http: HTTPLimits
    let headMilliseconds: Int
    let signInMilliseconds: Int
    let commandsInFlightMax: Int
    let pingSeconds: Int
    let deadSeconds: Int

    init(_ configuration: Configuration) {
        let limits = configuration.limits
        messageBytesMax = limits.messageBytes
        messages = MessageLimits(
            messageBytesMax: 2 * limits.messageBytes, fragmentsMax: limits.fragments)
        http = HTTPLimits(headBytesMax: limits.headBytes)
        headMilliseconds = limits.headSeconds * 1000
        signInMilliseconds = limits.signInSeconds * 1000
        commandsInFlightMax = limits.commandsInFlight
        pingSeconds = configuration.heartbeat.pingSeconds
        deadSeconds = configuration.heartbeat.deadSeconds
    }
}
