import EventLoop
import Metering

extension Metric {
    /// What loops count, and their handlers.
    static let ofLoops = [
        Metric(
            "upfor_connections", .gauge,
            "Client connections that are open, opening or closing.",
            sum: { $0.connections.current }),
        Metric(
            "upfor_connections_accepted_total", .counter, "Connections accepted and admitted.",
            sum: { $0.counters.accepted }),
        Metric(
            "upfor_connections_closed_total", .counter,
            "Connections closed, by reason; handshake: before the end of the TLS "
                + "handshake.",
            by: "reason"
        ) { reading in
            ClientMeter.Ending.allCases.map { ending in
                MetricSample(reading.instruments.sum { $0.ended(ending) }, ending.rawValue)
            }
        },
        Metric(
            "upfor_connections_turned_away_total", .counter,
            "Connections refused: connection limit reached (limit; behind a trusted "
                + "proxy, WebSockets), or no file descriptor left (descriptors).",
            by: "reason"
        ) { reading in
            [
                MetricSample(reading.instruments.sum { $0.refused.current }, "limit"),
                MetricSample(reading.instruments.sum { $0.counters.shed }, "descriptors"),
            ]
        },
        Metric(
            "upfor_connections_sent_away_total", .counter,
            "Connections without a session, or of users who have over "
                + "\(UserBook.connectionsMax), closed for new ones because the connection limit "
                + "was reached.",
            number: { $0.instruments.sum { $0.sentAway.current } }),
        Metric(
            "upfor_tls_handshakes_total", .counter, "TLS handshakes, done or failed.",
            by: "outcome"
        ) { reading in
            [
                MetricSample(reading.instruments.sum { $0.counters.handshakes }, "done"),
                MetricSample(reading.instruments.sum { $0.counters.handshakesFailed }, "failed"),
            ]
        },
        Metric(
            "upfor_tls_expiry_timestamp_seconds", .gauge,
            "Expiry of the certificate in use, since 1970; 0 without one.",
            number: { $0.instruments.certificateExpiry() }),
        Metric(
            "upfor_received_bytes_total", .counter, "Bytes received from clients.",
            sum: { $0.counters.bytesIn }),
        Metric(
            "upfor_sent_bytes_total", .counter, "Bytes sent to clients, as accepted by the kernel.",
            sum: { $0.counters.bytesOut }),
        Metric(
            "upfor_messages_received_total", .counter, "WebSocket messages from clients.",
            number: { $0.instruments.messagesIn }),
        Metric(
            "upfor_messages_sent_total", .counter, "WebSocket messages to clients.",
            number: { $0.instruments.messagesOut }),
        Metric(
            "upfor_outbox_bytes", .gauge, "Bytes in outboxes.",
            sum: { $0.outboxBytes.current }),
        Metric(
            "upfor_loop_turns_total", .counter, "Turns of the event loops.", by: "loop"
        ) { reading in
            reading.instruments.loops.enumerated().map { index, loop in
                MetricSample(loop.counters.turns, "\(index)")
            }
        },
        Metric(
            "upfor_loop_lag_seconds", .histogram,
            "The wait for a turn of the loop, measured 5 times a second.",
            by: "loop"
        ) { reading in
            reading.instruments.clients.enumerated().map { index, client in
                MetricSample(client.lag.histogram.distribution, "\(index)")
            }
        },
    ]
}
