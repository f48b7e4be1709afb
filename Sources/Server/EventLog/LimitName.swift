import Kernel

/// A limit that an event may be the consequence of, by the name of its setting: whoever reads the
/// log knows what to set.
public struct LimitName: Hashable, Sendable {
    /// As in `Configuration.keys`.
    public let rawValue: String

    private init(_ name: String) { rawValue = name }

    /// A limit of how often.
    init(_ rate: Rate) { rawValue = rate.count.name }
}

extension LimitName {
    static let commandsInFlight = LimitName("limits.commandsInFlight")
    static let commandsInFlightOfVisitor = LimitName("limits.visitorCommandsInFlight")
    static let connections = LimitName("limits.connections")
    static let connectionsPerAddress = LimitName("limits.connectionsPerAddress")
    static let controlFrames = LimitName("limits.controlFrames")
    static let deadSeconds = LimitName("heartbeat.deadSeconds")
    static let drainSeconds = LimitName("drain.seconds")
    static let flushSeconds = LimitName("limits.flushSeconds")
    static let fragments = LimitName("limits.fragments")
    static let handshakeSeconds = LimitName("tls.handshakeSeconds")
    static let handshakePatience = LimitName("tls.patienceMilliseconds")
    static let headBytes = LimitName("limits.headBytes")
    static let headFields = LimitName("limits.headFields")
    static let headSeconds = LimitName("limits.headSeconds")
    static let inflatedBytes = LimitName("deflate.inflatedBytes")
    static let messageBytes = LimitName("limits.messageBytes")
    static let messageBytesOfVisitor = LimitName("limits.visitorMessageBytes")
    static let messageSeconds = LimitName("limits.messageSeconds")
    static let outboxBytes = LimitName("limits.outboxBytes")
    static let passwordsQueue = LimitName("passwords.queue")
    static let postHandshakeMessages = LimitName("tls.postHandshakeMessages")
    static let signInSeconds = LimitName("limits.signInSeconds")
    static let stallSeconds = LimitName("limits.stallSeconds")

    /// All but those of how often.
    static let all: [LimitName] = [
        .commandsInFlight, .commandsInFlightOfVisitor, .connections, .connectionsPerAddress,
        .controlFrames, .deadSeconds, .drainSeconds, .flushSeconds, .fragments,
        .handshakeSeconds, .handshakePatience, .headBytes, .headFields, .headSeconds,
        .inflatedBytes, .messageBytes, .messageBytesOfVisitor, .messageSeconds, .outboxBytes,
        .passwordsQueue, .postHandshakeMessages, .signInSeconds, .stallSeconds,
    ]
}
