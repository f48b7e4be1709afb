import Metering

extension Metric {
    /// What users do.
    static let ofUsage = [
        Metric(
            "upfor_activity_total", .counter,
            "Activities that users turned on or off, or that expired, and matches of pairs.",
            by: "activity", "act"
        ) { reading in
            reading.tallies.flatMap { activity, tally in
                [
                    MetricSample(tally.turnedOn, activity, "on"),
                    MetricSample(tally.turnedOff, activity, "off"),
                    MetricSample(tally.expired, activity, "expired"),
                    MetricSample(tally.matched, activity, "matched"),
                ]
            }
        },
        Metric(
            "upfor_match_wait_seconds_total", .counter,
            "Time from the older of the two toggles to the match, of all matches: divided by "
                + "`upfor_activity_total{act=\"matched\"}` it is the average.",
            by: "activity"
        ) { reading in
            reading.tallies.map { MetricSample(Int($1.wait.components.seconds), $0) }
        },
        Metric(
            "upfor_match_told_total", .counter,
            "Users whom a match reached on a connection, at once.", by: "activity"
        ) { $0.tallies.map { MetricSample($1.told, $0) } },
        Metric(
            "upfor_plans_total", .counter, "Plans that users made.", by: "activity"
        ) { $0.tallies.map { MetricSample($1.planned, $0) } },
        Metric(
            "upfor_friendships_total", .counter, "Friendships that began.",
            number: { $0.instruments.hub.usage.counts.friendships }),
    ]
}

extension MetricsReading {
    /// By activity, in the order of their names.
    fileprivate var tallies: [(String, UsageMeter.Tally)] {
        instruments.hub.usage.counts.tallies.sorted { $0.key < $1.key }.map { ($0, $1) }
    }
}
