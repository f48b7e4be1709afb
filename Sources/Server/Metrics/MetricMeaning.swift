import Metering

/// What docs/METRICS.md, and the page itself, say about a metric.
struct MetricMeaning: Sendable {
    let kind: Exposition.Kind
    let help: String
    /// What tells its numbers apart.
    let labels: [String]

    init(_ kind: Exposition.Kind, _ help: String, _ labels: String...) {
        (self.kind, self.help, self.labels) = (kind, help, labels)
    }
}

extension MetricName {
    var meaning: MetricMeaning {
        switch self {
        case .buildInfo, .ready, .descriptors, .descriptorsMax, .residentMemory, .virtualMemory,
            .cpu, .start:
            meaningOfProcess
        case .connections, .connectionsAccepted, .connectionsClosed, .connectionsTurnedAway,
            .handshakes, .bytesReceived, .bytesSent, .messagesReceived, .messagesSent,
            .outboxBytes, .loopTurns, .loopLag:
            meaningOfLoops
        case .hubLag, .sessions, .sessionsOpened, .eventsMissed, .onlineUsers,
            .presenceTransitions, .presenceNotices, .presenceSeconds:
            meaningOfHub
        case .commands, .refusals, .delivery, .commits, .commandsCommitted, .checkpoints,
            .storeQueue, .workersQueue, .notifications, .events, .eventsDropped:
            meaningOfWork
        }
    }

    private var meaningOfProcess: MetricMeaning {
        switch self {
        case .buildInfo: MetricMeaning(.gauge, "Always 1: the version is in the label.", "version")
        case .ready:
            MetricMeaning(.gauge, "1 while new clients are welcome, as /readyz has it; 0 else.")
        case .descriptors: MetricMeaning(.gauge, "Open file descriptors.")
        case .descriptorsMax: MetricMeaning(.gauge, "Most file descriptors that may be open.")
        case .residentMemory: MetricMeaning(.gauge, "Resident memory.")
        case .virtualMemory: MetricMeaning(.gauge, "Virtual memory.")
        case .cpu: MetricMeaning(.counter, "Processor time of all threads, user and system.")
        default: MetricMeaning(.gauge, "When the daemon began, since 1970.")
        }
    }

    private var meaningOfLoops: MetricMeaning {
        switch self {
        case .connections:
            MetricMeaning(.gauge, "Connections of clients that are open, opening or closing.")
        case .connectionsAccepted:
            MetricMeaning(.counter, "Connections accepted and admitted.")
        case .connectionsClosed:
            MetricMeaning(.counter, "Connections that are gone, by why.", "reason")
        case .connectionsTurnedAway:
            MetricMeaning(
                .counter,
                "Connections that were not let in: for `limits.connections` and the like (limit),"
                    + " for want of descriptors (descriptors).", "reason")
        case .handshakes:
            MetricMeaning(.counter, "TLS handshakes, done or failed.", "outcome")
        case .bytesReceived: MetricMeaning(.counter, "Bytes received from clients.")
        case .bytesSent: MetricMeaning(.counter, "Bytes that the kernel took for clients.")
        case .messagesReceived: MetricMeaning(.counter, "WebSocket messages of clients.")
        case .messagesSent: MetricMeaning(.counter, "WebSocket messages for clients.")
        case .outboxBytes: MetricMeaning(.gauge, "Bytes that wait for clients to take them.")
        case .loopTurns: MetricMeaning(.counter, "Turns of the event loops.", "loop")
        default:
            MetricMeaning(
                .histogram,
                "How long a loop takes to give a new arrival its turn; asked 5 times"
                    + " a second.", "loop")
        }
    }

    private var meaningOfHub: MetricMeaning {
        switch self {
        case .hubLag:
            MetricMeaning(
                .histogram,
                "How long the hub takes to give a new arrival its turn; asked 5 times a second.")
        case .sessions: MetricMeaning(.gauge, "Sessions that are open.")
        case .sessionsOpened:
            MetricMeaning(
                .counter,
                "Sessions opened, by what the device was given: what it had missed (resumed), how"
                    + " everything stands because it asked (snapshot), or because its place was"
                    + " not known any more (reset).", "start")
        case .eventsMissed:
            MetricMeaning(.counter, "Events that devices had missed when they came back.")
        case .onlineUsers: MetricMeaning(.gauge, "Users whom friends see online.")
        case .presenceTransitions:
            MetricMeaning(.counter, "Comings and goings that friends could see.")
        case .presenceNotices:
            MetricMeaning(.counter, "Messages about them, each to one connection.")
        default:
            MetricMeaning(
                .counter,
                "How long the hub was busy with them, and with what came together with"
                    + " them.")
        }
    }

    private var meaningOfWork: MetricMeaning {
        switch self {
        case .commands:
            MetricMeaning(
                .counter,
                "Commands, by what became of them: done, refused, or failed for a fault"
                    + " of ours.", "command", "outcome")
        case .refusals:
            MetricMeaning(
                .counter, "Refusals, by code; also of what was no command at all.", "code")
        case .delivery:
            MetricMeaning(
                .histogram,
                "From a commit to the write of its events to the sockets of those who are"
                    + " connected, for each event and connection.")
        case .commits: MetricMeaning(.histogram, "How long commits took, fsync included.")
        case .commandsCommitted:
            MetricMeaning(.counter, "Commands in those commits, refused ones included.")
        case .checkpoints:
            MetricMeaning(.histogram, "How long it took to move pages from the WAL.")
        case .storeQueue:
            MetricMeaning(.gauge, "Commands that wait for the store, to write or to read.", "kind")
        case .workersQueue:
            MetricMeaning(
                .gauge, "Commands that wait for workers or are with one: passwords, pictures.",
                "kind")
        case .notifications:
            MetricMeaning(
                .counter,
                "Notifications for those who are away, by way (desk: before either): delivered,"
                    + " failed for good, or dropped for want of room.", "notifier", "outcome")
        case .events:
            MetricMeaning(
                .counter,
                "Events of level info and above, by name as in docs/EVENTS.md, whether they were"
                    + " written or not.", "event")
        default: MetricMeaning(.counter, "Events that the log has lost, or could not write.")
        }
    }
}
