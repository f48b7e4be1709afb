package import Kernel

/// A limit that caused an event, by the name of its setting: a reader of the log knows what to set.
public struct LimitName: Hashable, Sendable {
    /// As in `ConfigurationKeys.all` of SettingsFile.
    public let rawValue: String

    private init(_ name: String) { rawValue = name }

    /// A limit of how often.
    package init(_ rate: Rate) { rawValue = rate.count.name }
}

extension LimitName {
    package static let commandsInFlight = LimitName("limits.commandsInFlight")
    package static let commandsInFlightOfVisitor = LimitName("limits.visitorCommandsInFlight")
    package static let connections = LimitName("limits.connections")
    package static let connectionsPerAddress = LimitName("limits.connectionsPerAddress")
    package static let controlFrames = LimitName("limits.controlFrames")
    package static let deadSeconds = LimitName("heartbeat.deadSeconds")
    package static let drainSeconds = LimitName("drain.seconds")
    package static let flushSeconds = LimitName("limits.flushSeconds")
    package static let fragments = LimitName("limits.fragments")
    package static let handshakeSeconds = LimitName("tls.handshakeSeconds")
    package static let handshakePatience = LimitName("tls.patienceMilliseconds")
    package static let headBytes = LimitName("limits.headBytes")
    package static let headFields = LimitName("limits.headFields")
    package static let headSeconds = LimitName("limits.headSeconds")
    package static let heldBytes = LimitName("limits.heldBytes")
    package static let inflatedBytes = LimitName("deflate.inflatedBytes")
    package static let messageBytes = LimitName("limits.messageBytes")
    package static let messageBytesOfVisitor = LimitName("limits.visitorMessageBytes")
    package static let messageSeconds = LimitName("limits.messageSeconds")
    package static let outboxBytes = LimitName("limits.outboxBytes")
    package static let passwordsQueue = LimitName("passwords.queue")
    package static let postHandshakeMessages = LimitName("tls.postHandshakeMessages")
    package static let signInSeconds = LimitName("limits.signInSeconds")
    package static let stallSeconds = LimitName("limits.stallSeconds")

    /// All but those of how often.
    static let all: [LimitName] = [
        .commandsInFlight, .commandsInFlightOfVisitor, .connections, .connectionsPerAddress,
        .controlFrames, .deadSeconds, .drainSeconds, .flushSeconds, .fragments,
        .handshakeSeconds, .handshakePatience, .headBytes, .headFields, .headSeconds,
        .heldBytes, .inflatedBytes, .messageBytes, .messageBytesOfVisitor, .messageSeconds,
        .outboxBytes, .passwordsQueue, .postHandshakeMessages, .signInSeconds, .stallSeconds,
    ]
}
