/// A limit that an event may be the consequence of, by the name of its key.
public enum LimitName: String, CaseIterable, Sendable {
    /// As in `Configuration.keys`, so that whoever reads the log knows what to set.
    case commandsInFlight = "limits.commandsInFlight"
    case connections = "limits.connections"
    case connectionsPerAddress = "limits.connectionsPerAddress"
    case controlFrames = "limits.controlFrames"
    case deadSeconds = "heartbeat.deadSeconds"
    case drainSeconds = "drain.seconds"
    case fragments = "limits.fragments"
    case handshakeSeconds = "tls.handshakeSeconds"
    case headBytes = "limits.headBytes"
    case headFields = "limits.headFields"
    case headSeconds = "limits.headSeconds"
    case inflatedBytes = "deflate.inflatedBytes"
    case messageBytes = "limits.messageBytes"
    case messageSeconds = "limits.messageSeconds"
    case outboxBytes = "limits.outboxBytes"
    case passwordsQueue = "passwords.queue"
    case signInSeconds = "limits.signInSeconds"
    case stallSeconds = "limits.stallSeconds"
}
