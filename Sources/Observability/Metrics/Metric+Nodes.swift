import Metering

extension Metric {
    /// What one of several nodes counts; all of it is 0 when `cluster.node` is empty.
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
