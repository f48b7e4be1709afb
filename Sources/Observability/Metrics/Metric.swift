import EventLoop
import Metering

/// One metric of `/metrics`: its name, its help in docs/METRICS.md and on the page itself, and the
/// source of its numbers.
///
/// Names are for machines: they are never reused and never change their meaning.
struct Metric: Sendable {
    let name: String
    let kind: Exposition.Kind
    let help: String
    /// The labels that distinguish its numbers.
    let labels: [String]
    let samples: @Sendable (MetricsReading) -> [MetricSample]

    /// Every one there is, in the order of the page.
    static let all = ofServing + ofLoops + ofHub + ofNodes + ofWork + ofUsage + ofProcess

    /// Numbers that labels tell apart.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String, by labels: String...,
        samples: @escaping @Sendable (MetricsReading) -> [MetricSample]
    ) {
        (self.name, self.kind, self.help, self.labels) = (name, kind, help, labels)
        self.samples = samples
    }

    /// One number.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String,
        number: @escaping @Sendable (MetricsReading) -> Int
    ) {
        self.init(name, kind, help) { [MetricSample(number($0))] }
    }

    /// The sum of a count of all loops.
    init(
        _ name: String, _ kind: Exposition.Kind, _ help: String,
        sum count: @escaping @Sendable (LoopMeter) -> Int
    ) {
        self.init(name, kind, help) { [MetricSample($0.instruments.sum(count))] }
    }
}

/// The source of metrics: the instruments at one moment.
struct MetricsReading {
    let instruments: Instruments
    let process = ProcessFigures()

    init(_ instruments: Instruments) {
        self.instruments = instruments
    }
}

/// A number of a metric, with the values of its labels in the order of `Metric.labels`.
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

extension Metric {
    /// What the hub counts.
    static let ofHub = [
        Metric(
            "upfor_hub_lag_seconds", .histogram,
            "The wait for a turn of the hub, measured 5 times a second."
        ) { [MetricSample($0.instruments.hub.lag.histogram.distribution)] },
        Metric(
            "upfor_sessions", .gauge, "Sessions that are open.",
            number: { $0.instruments.hub.sessions.current }),
        Metric(
            "upfor_sessions_opened_total", .counter,
            "Sessions opened, by what the device got: missed events (resumed), a snapshot "
                + "on request (snapshot), or a snapshot because its `after` could not be "
                + "honoured (reset).",
            by: "start"
        ) { reading in
            let hub = reading.instruments.hub
            return [
                MetricSample(hub.resumed.current, "resumed"),
                MetricSample(hub.snapshots.current, "snapshot"),
                MetricSample(hub.resets.current, "reset"),
            ]
        },
        Metric(
            "upfor_missed_events_total", .counter,
            "Events that devices had missed when they resumed.",
            number: { $0.instruments.hub.missed.current }),
        Metric(
            "upfor_online_users", .gauge, "Users that friends see online.",
            number: { $0.instruments.hub.online.current }),
        Metric(
            "upfor_presence_transitions_total", .counter,
            "Users that came online or went offline, as friends see it.",
            number: { $0.instruments.hub.transitions.current }),
        Metric(
            "upfor_presence_notices_total", .counter,
            "Messages about these transitions, each to one connection.",
            number: { $0.instruments.hub.notices.current }),
        Metric(
            "upfor_presence_busy_seconds_total", .counter,
            "Time that the hub spent on these transitions, and on work in the same "
                + "batches."
        ) { [MetricSample(Double($0.instruments.hub.presenceNanoseconds.current) / 1e9)] },
    ]
}

extension Metric {
    /// The version of this daemon, and whether it accepts clients.
    static let ofServing = [
        Metric(
            "upfor_build_info", .gauge, "Always 1: the version is in the label.", by: "version"
        ) { _ in [MetricSample(1, Version.text)] },
        Metric(
            "upfor_ready", .gauge, "1 while new clients are accepted, like /readyz; otherwise 0.",
            number: { $0.instruments.readiness.state == .ready ? 1 : 0 }),
    ]

    /// What every process has, by the names that Prometheus gives it.
    static let ofProcess = [
        Metric(
            "process_open_fds", .gauge, "Open file descriptors.",
            number: { $0.process.descriptorCount }),
        Metric(
            "process_max_fds", .gauge, "The limit of open file descriptors.",
            number: { $0.process.descriptorsMax }),
        Metric(
            "process_resident_memory_bytes", .gauge, "Resident memory.",
            number: { $0.process.residentBytes }),
        Metric(
            "process_virtual_memory_bytes", .gauge, "Virtual memory.",
            number: { $0.process.virtualBytes }),
        Metric(
            "process_cpu_seconds_total", .counter,
            "Processor time of all threads, user and system."
        ) { [MetricSample($0.process.cpuSeconds)] },
        Metric(
            "process_start_time_seconds", .gauge, "Start of the daemon, since 1970."
        ) { [MetricSample($0.instruments.startedAt)] },
    ]
}

extension Metric {
    /// The counts of one of several nodes; all are 0 when `cluster.node` is empty.
    static let ofNodes = [
        Metric(
            "upfor_nodes", .gauge,
            "Nodes that serve the database now, this one included; 0 when it is alone.",
            number: { $0.instruments.hub.nodes.alive.current }),
        Metric(
            "upfor_node_chores", .gauge,
            "1 on the node that has the lease of the chores of all.",
            number: { $0.instruments.hub.nodes.chores.current }),
        Metric(
            "upfor_node_signal_lag_seconds", .histogram,
            "From when another node wrote a signal (a token that ended, a ban, a friendship that "
                + "ended) until this one read it."
        ) { [MetricSample($0.instruments.hub.nodes.signalLag.distribution)] },
        Metric(
            "upfor_node_conflicts_total", .counter,
            "Commits that met those of another node and were begun anew.",
            number: { $0.instruments.store.conflicts.current }),
        Metric(
            "upfor_node_gate_seconds", .histogram,
            "The wait for the commits of other nodes before a commit that keeps them out."
        ) { [MetricSample($0.instruments.store.gate.distribution)] },
        Metric(
            "upfor_bus_down", .gauge,
            "1 while the Redis server of `cluster.redis` does not answer.",
            number: { $0.instruments.hub.nodes.isDown.current }),
        Metric(
            "upfor_bus_outages_total", .counter,
            "How often the Redis server went away.",
            number: { $0.instruments.hub.nodes.outages.current }),
        Metric(
            "upfor_bus_messages_total", .counter,
            "Messages between nodes: sent, received, or lost because the Redis server was away. "
                + "What was lost arrives by the next look at the data.",
            by: "way"
        ) { reading in
            let nodes = reading.instruments.hub.nodes
            return [
                MetricSample(nodes.sent.current, "sent"),
                MetricSample(nodes.received.current, "received"),
                MetricSample(nodes.lost.current, "lost"),
            ]
        },
        Metric(
            "upfor_bus_subscriptions", .gauge,
            "Users whose messages the Redis server is to bring here.",
            number: { $0.instruments.hub.nodes.follows.current }),
    ]
}

/// The reference of the metrics.
enum MetricCatalogue {
    /// The text of docs/METRICS.md, from the sources of the metrics.
    static let markdown: String =
        """
        # Metrics

        `GET /metrics` on the admin port (`admin.host`, `admin.port`) answers in the Prometheus text
        format. Names and labels do not change their meaning. No label value comes from a client:
        commands, codes, events and reasons are those of the daemon. Histograms count seconds, from
        100 µs to 5 s.

        | Metric | Type | Labels | What it is |
        | --- | --- | --- | --- |

        """ + Metric.all.map(row).joined()

    private static func row(_ metric: Metric) -> String {
        let labels = metric.labels.map { "`\($0)`" }.joined(separator: " ")
        return "| `\(metric.name)` | \(metric.kind.rawValue) | \(labels) | \(metric.help) |\n"
    }
}

/// The text of `/metrics`, as of now.
package enum MetricsPage {
    /// What `/metrics` answers now.
    package static func text(of instruments: Instruments) -> [UInt8] {
        let reading = MetricsReading(instruments)
        var page = Exposition()
        for metric in Metric.all {
            page.begin(metric.name, metric.kind, metric.help)
            for sample in metric.samples(reading) {
                let labels = zip(metric.labels, sample.labels).map { (name: $0, value: $1) }
                switch sample.value {
                case .integer(let number): page.write(metric.name, number, labels)
                case .real(let number): page.write(metric.name, number, labels)
                case .distribution(let numbers): page.write(metric.name, numbers, labels)
                }
            }
        }
        return Array(page.text.utf8)
    }
}
