import EventLoop
import Metering

extension Metric {
    /// What loops count, and their handlers.
    static let ofLoops = [
        Metric(
            "upfor_connections", .gauge,
            "Connections of clients that are open, opening or closing.",
            sum: { $0.connections.current }),
        Metric(
            "upfor_connections_accepted_total", .counter, "Connections accepted and admitted.",
            sum: { $0.counters.accepted }),
        Metric(
            "upfor_connections_closed_total", .counter,
            "Connections that are gone, by why; those that ended before their TLS handshake did,"
                + " too (handshake).",
            by: "reason"
        ) { reading in
            ClientMeter.Ending.allCases.map { ending in
                MetricSample(reading.instruments.sum { $0.ended(ending) }, ending.rawValue)
            }
        },
        Metric(
            "upfor_connections_turned_away_total", .counter,
            "Connections that were not let in: for `limits.connections` and the like (limit;"
                + " behind a trusted proxy, WebSockets), for want of descriptors (descriptors).",
            by: "reason"
        ) { reading in
            [
                MetricSample(reading.instruments.sum { $0.refused.current }, "limit"),
                MetricSample(reading.instruments.sum { $0.counters.shed }, "descriptors"),
            ]
        },
        Metric(
            "upfor_connections_sent_away_total", .counter,
            "Connections on which nobody had signed in, or a user who has over"
                + " \(UserBook.connectionsMax), and whose places others needed.",
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
            "When the certificate that is served expires, since 1970; 0 without one.",
            number: { $0.instruments.certificateExpiry() }),
        Metric(
            "upfor_received_bytes_total", .counter, "Bytes received from clients.",
            sum: { $0.counters.bytesIn }),
        Metric(
            "upfor_sent_bytes_total", .counter, "Bytes that the kernel took for clients.",
            sum: { $0.counters.bytesOut }),
        Metric(
            "upfor_messages_received_total", .counter, "WebSocket messages of clients.",
            number: { $0.instruments.messagesIn }),
        Metric(
            "upfor_messages_sent_total", .counter, "WebSocket messages for clients.",
            number: { $0.instruments.messagesOut }),
        Metric(
            "upfor_outbox_bytes", .gauge, "Bytes that wait for clients to take them.",
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
            "How long a loop takes to give a new arrival its turn; asked 5 times a second.",
            by: "loop"
        ) { reading in
            reading.instruments.clients.enumerated().map { index, client in
                MetricSample(client.lag.histogram.distribution, "\(index)")
            }
        },
    ]
}
