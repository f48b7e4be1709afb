import Metering

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
