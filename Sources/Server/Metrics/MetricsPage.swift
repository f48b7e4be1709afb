import EventLoop
import Metering

/// The text of `/metrics`, as of now.
enum MetricsPage {
    static func text(of instruments: Instruments) -> [UInt8] {
        let reading = MetricsReading(instruments)
        var page = Exposition()
        for name in MetricName.allCases {
            let meaning = name.meaning
            page.begin(name.rawValue, meaning.kind, meaning.help)
            for sample in reading.samples(of: name) {
                let labels = zip(meaning.labels, sample.labels).map { (name: $0, value: $1) }
                switch sample.value {
                case .integer(let number): page.write(name.rawValue, number, labels)
                case .real(let number): page.write(name.rawValue, number, labels)
                case .distribution(let numbers): page.write(name.rawValue, numbers, labels)
                }
            }
        }
        return Array(page.text.utf8)
    }
}

/// A number of a metric, with the values of its labels in the order of `MetricMeaning.labels`.
struct MetricSample {
    enum Value {
        case integer(Int)
        case real(Double)
        case distribution(Distribution)
    }

    let labels: [String]
    let value: Value

    init(_ number: Int, _ labels: String...) {
        (value, self.labels) = (.integer(number), labels)
    }

    init(_ number: Double, _ labels: String...) {
        (value, self.labels) = (.real(number), labels)
    }

    init(_ numbers: Distribution, _ labels: String...) {
        (value, self.labels) = (.distribution(numbers), labels)
    }
}

/// What the instruments say at one moment.
struct MetricsReading {
    private let instruments: Instruments
    private let process = ProcessFigures()

    init(_ instruments: Instruments) {
        self.instruments = instruments
    }

    func samples(of name: MetricName) -> [MetricSample] {
        switch name {
        case .connections, .connectionsAccepted, .connectionsClosed, .connectionsTurnedAway,
            .handshakes, .bytesReceived, .bytesSent, .messagesReceived, .messagesSent,
            .outboxBytes, .loopTurns, .loopLag:
            ofLoops(name)
        case .hubLag, .sessions, .sessionsOpened, .eventsMissed, .onlineUsers,
            .presenceTransitions, .presenceNotices, .presenceSeconds:
            ofHub(name)
        case .commands, .refusals, .delivery, .commits, .commandsCommitted, .checkpoints,
            .storeQueue, .workersQueue, .notifications, .events, .eventsDropped:
            ofWork(name)
        case .buildInfo, .ready, .descriptors, .descriptorsMax, .residentMemory, .virtualMemory,
            .cpu, .start:
            [ofProcess(name)]
        }
    }

    private func ofProcess(_ name: MetricName) -> MetricSample {
        switch name {
        case .buildInfo: MetricSample(1, Version.text)
        case .ready: MetricSample(instruments.readiness.state == .ready ? 1 : 0)
        case .descriptors: MetricSample(process.descriptorCount)
        case .descriptorsMax: MetricSample(process.descriptorsMax)
        case .residentMemory: MetricSample(process.residentBytes)
        case .virtualMemory: MetricSample(process.virtualBytes)
        case .cpu: MetricSample(process.cpuSeconds)
        default: MetricSample(instruments.startedAt)
        }
    }

    private func ofLoops(_ name: MetricName) -> [MetricSample] {
        let (loops, clients) = (instruments.loops, instruments.clients)
        func sum(_ count: (LoopMeter) -> Int) -> [MetricSample] {
            [MetricSample(instruments.sum(count))]
        }
        switch name {
        case .connections: return sum { $0.connections.current }
        case .connectionsAccepted: return sum { $0.counters.accepted }
        case .connectionsTurnedAway:
            return [
                MetricSample(instruments.sum { $0.counters.turnedAway }, "limit"),
                MetricSample(instruments.sum { $0.counters.shed }, "descriptors"),
            ]
        case .connectionsClosed:
            return ClientMeter.closures.enumerated().map { place, reason in
                MetricSample(instruments.sum { $0.closed(at: place) }, reason)
            }
        case .handshakes:
            return [
                MetricSample(instruments.sum { $0.counters.handshakes }, "done"),
                MetricSample(instruments.sum { $0.counters.handshakesFailed }, "failed"),
            ]
        case .bytesReceived: return sum { $0.counters.bytesIn }
        case .bytesSent: return sum { $0.counters.bytesOut }
        case .messagesReceived: return [MetricSample(instruments.messagesIn)]
        case .messagesSent: return [MetricSample(instruments.messagesOut)]
        case .outboxBytes: return sum { $0.outboxBytes.current }
        case .loopTurns:
            return loops.enumerated().map { MetricSample($1.counters.turns, "\($0)") }
        default:
            return clients.enumerated().map { index, client in
                MetricSample(client.lag.histogram.distribution, "\(index)")
            }
        }
    }

    private func ofHub(_ name: MetricName) -> [MetricSample] {
        let hub = instruments.hub
        switch name {
        case .hubLag: return [MetricSample(hub.lag.histogram.distribution)]
        case .sessions: return [MetricSample(hub.sessions.current)]
        case .sessionsOpened:
            return [
                MetricSample(hub.resumed.current, "resumed"),
                MetricSample(hub.snapshots.current, "snapshot"),
                MetricSample(hub.resets.current, "reset"),
            ]
        case .eventsMissed: return [MetricSample(hub.missed.current)]
        case .onlineUsers: return [MetricSample(hub.online.current)]
        case .presenceTransitions: return [MetricSample(hub.transitions.current)]
        case .presenceNotices: return [MetricSample(hub.notices.current)]
        default: return [MetricSample(Double(hub.presenceNanoseconds.current) / 1e9)]
        }
    }

    private func ofWork(_ name: MetricName) -> [MetricSample] {
        let (store, commands) = (instruments.store, instruments.commands)
        switch name {
        case .commands:
            return instruments.commandNames.enumerated().flatMap { place, name in
                CommandMeter.Outcome.allCases.map { outcome in
                    MetricSample(commands.count(place, outcome), name, "\(outcome)")
                }
            }
        case .refusals: return commands.refusals.map { MetricSample($0.count, $0.code) }
        case .delivery: return [MetricSample(instruments.delivery)]
        case .commits: return [MetricSample(store.commits.distribution)]
        case .commandsCommitted: return [MetricSample(store.commands.current)]
        case .checkpoints: return [MetricSample(store.checkpoints.distribution)]
        case .storeQueue:
            let queue = instruments.storeQueue()
            return [MetricSample(queue.writes, "write"), MetricSample(queue.reads, "read")]
        case .workersQueue:
            return instruments.workersQueue().map { MetricSample($0.count, $0.kind) }
        case .notifications:
            return instruments.notifiers.flatMap { meter in
                [
                    MetricSample(meter.delivered.current, meter.name, "delivered"),
                    MetricSample(meter.failed.current, meter.name, "failed"),
                    MetricSample(meter.dropped.current, meter.name, "dropped"),
                ]
            }
        case .events:
            let counts = instruments.log.counts
            return EventName.allCases.filter { $0.level >= .info }.map { event in
                MetricSample(counts[event] ?? 0, event.rawValue)
            }
        default: return [MetricSample(instruments.log.droppedCount)]
        }
    }
}
