import Metering

extension Metric {
    /// What the hub counts.
    static let ofHub = [
        Metric(
            "upfor_hub_lag_seconds", .histogram,
            "How long the hub takes to give a new arrival its turn; asked 5 times a second."
        ) { [MetricSample($0.instruments.hub.lag.histogram.distribution)] },
        Metric(
            "upfor_sessions", .gauge, "Sessions that are open.",
            number: { $0.instruments.hub.sessions.current }),
        Metric(
            "upfor_sessions_opened_total", .counter,
            "Sessions opened, by what the device was given: what it had missed (resumed), how"
                + " everything stands because it asked (snapshot), or because its place was"
                + " not known any more (reset).",
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
            "Events that devices had missed when they came back.",
            number: { $0.instruments.hub.missed.current }),
        Metric(
            "upfor_online_users", .gauge, "Users whom friends see online.",
            number: { $0.instruments.hub.online.current }),
        Metric(
            "upfor_presence_transitions_total", .counter,
            "Comings and goings that friends could see.",
            number: { $0.instruments.hub.transitions.current }),
        Metric(
            "upfor_presence_notices_total", .counter,
            "Messages about them, each to one connection.",
            number: { $0.instruments.hub.notices.current }),
        Metric(
            "upfor_presence_busy_seconds_total", .counter,
            "How long the hub was busy with them, and with what came together with them."
        ) { [MetricSample(Double($0.instruments.hub.presenceNanoseconds.current) / 1e9)] },
    ]
}
