import Metering

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
