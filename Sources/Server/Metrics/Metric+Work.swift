import Metering

extension Metric {
    /// What becomes of commands, and of what follows from them.
    static let ofWork = [
        Metric(
            "upfor_commands_total", .counter,
            "Commands, by what became of them: done, refused, or failed for a fault of ours."
                + " `avatar` is a picture that is put or taken away over HTTP.",
            by: "command", "outcome"
        ) { reading in
            let instruments = reading.instruments
            return instruments.commandNames.enumerated().flatMap { place, name in
                CommandMeter.Outcome.allCases.map { outcome in
                    MetricSample(instruments.commands.count(place, outcome), name, "\(outcome)")
                }
            }
        },
        Metric(
            "upfor_refusals_total", .counter,
            "Refusals, by code; also of what was no command at all.", by: "code"
        ) { $0.instruments.commands.refusals.map { MetricSample($0.count, $0.code) } },
        Metric(
            "upfor_delivery_seconds", .histogram,
            "From a commit to the write of its events to the sockets of those who are"
                + " connected, for each event and connection. A peer whose socket takes nothing"
                + " is not counted."
        ) { [MetricSample($0.instruments.delivery)] },
        Metric(
            "upfor_commit_seconds", .histogram, "How long commits took, fsync included."
        ) { [MetricSample($0.instruments.store.commits.distribution)] },
        Metric(
            "upfor_committed_commands_total", .counter,
            "Commands in those commits, refused ones included.",
            number: { $0.instruments.store.commands.current }),
        Metric(
            "upfor_checkpoint_seconds", .histogram,
            "How long it took to move pages from the WAL."
        ) { [MetricSample($0.instruments.store.checkpoints.distribution)] },
        Metric(
            "upfor_store_writable", .gauge,
            "1 while commands can be stored; 0 on a full disk, or while the database is away.",
            number: { $0.instruments.store.isWritable ? 1 : 0 }),
        Metric(
            "upfor_store_queue_commands", .gauge,
            "Commands that wait for the store, to write or to read.", by: "kind"
        ) { reading in
            let queue = reading.instruments.storeQueue()
            return [MetricSample(queue.writes, "write"), MetricSample(queue.reads, "read")]
        },
        Metric(
            "upfor_workers_queue_commands", .gauge,
            "Commands that wait for workers or are with one: passwords, pictures.", by: "kind"
        ) { $0.instruments.workersQueue().map { MetricSample($0.count, $0.kind) } },
        Metric(
            "upfor_notifications_total", .counter,
            "Notifications for those who are away, by way (desk: before either; mail: letters):"
                + " delivered, failed for good, or dropped for want of room.",
            by: "notifier", "outcome"
        ) { reading in
            reading.instruments.notifiers.flatMap { meter in
                [
                    MetricSample(meter.delivered.current, meter.name, "delivered"),
                    MetricSample(meter.failed.current, meter.name, "failed"),
                    MetricSample(meter.dropped.current, meter.name, "dropped"),
                ]
            }
        },
        Metric(
            "upfor_report_cases", .gauge,
            "Cases of reports that wait for a decision: `upford ctl reports`.",
            number: { $0.instruments.hub.casesOpen.current }),
        Metric(
            "upfor_report_oldest_timestamp_seconds", .gauge,
            "When the oldest of them was opened, since 1970; 0 without one.",
            number: { $0.instruments.hub.oldestCase.current }),
        Metric(
            "upfor_log_events_total", .counter,
            "Events of level info and above, by name as in docs/EVENTS.md, whether they were"
                + " written or not.",
            by: "event"
        ) { reading in
            let counts = reading.instruments.log.counts
            return EventName.allCases.filter { $0.level >= .info }.map { event in
                MetricSample(counts[event] ?? 0, event.rawValue)
            }
        },
        Metric(
            "upfor_log_dropped_total", .counter,
            "Events that the log has lost, or could not write.",
            number: { $0.instruments.log.droppedCount }),
    ]
}
