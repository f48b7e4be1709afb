import Metering
import Settings

extension Metric {
    /// What becomes of commands, and of what follows from them.
    static let ofWork = [
        Metric(
            "upfor_commands_total", .counter,
            "Commands by outcome: done, refused, or failed by a fault of the server. "
                + "Files over HTTP are commands, too: uploads and removals (`avatar`, `photo`, "
                + "`teamPicture`, `teamDocument`), recordings (`wordSpeech`, `wordRoundSpeech`), "
                + "and downloads (`avatarRead`, `photoDefault`, `teamPictureRead`, "
                + "`teamDocumentRead`).",
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
            "Refusals by code, also of messages that were no command.", by: "code"
        ) { $0.instruments.commands.refusals.map { MetricSample($0.count, $0.code) } },
        Metric(
            "upfor_http_requests_total", .counter,
            "Requests over HTTP that were answered, by what they were for: done, refused (4xx) or "
                + "failed (5xx). `document` is one of the REST interface, `other` what is no "
                + "request or for nothing that exists.",
            by: "kind", "outcome"
        ) { reading in
            RequestKind.allCases.flatMap { kind in
                ClientMeter.RequestOutcome.allCases.map { outcome in
                    let count = reading.instruments.sum { (meter: ClientMeter) in
                        meter.requests(kind, outcome)
                    }
                    return MetricSample(count, "\(kind)", "\(outcome)")
                }
            }
        },
        Metric(
            "upfor_delivery_seconds", .histogram,
            "From a commit to the write of its events to sockets, for each event and "
                + "connection. Sockets that accept no bytes are not counted."
        ) { [MetricSample($0.instruments.delivery)] },
        Metric(
            "upfor_commit_seconds", .histogram, "Duration of commits, fsync included."
        ) { [MetricSample($0.instruments.store.commits.distribution)] },
        Metric(
            "upfor_committed_commands_total", .counter,
            "Commands in these commits, refused ones included.",
            number: { $0.instruments.store.commands.current }),
        Metric(
            "upfor_checkpoint_seconds", .histogram,
            "Duration of WAL checkpoints."
        ) { [MetricSample($0.instruments.store.checkpoints.distribution)] },
        Metric(
            "upfor_store_writable", .gauge,
            "1 while commands can be stored; 0 on a full disk, or while the database does "
                + "not answer.",
            number: { $0.instruments.store.isWritable ? 1 : 0 }),
        Metric(
            "upfor_store_queue_commands", .gauge,
            "Commands in the queues of the store.", by: "kind"
        ) { reading in
            let queue = reading.instruments.storeQueue()
            return [MetricSample(queue.writes, "write"), MetricSample(queue.reads, "read")]
        },
        Metric(
            "upfor_workers_queue_commands", .gauge,
            "Commands that wait for a worker or are executed by one: passwords, pictures, words "
                + "to be spoken, recordings to be judged.",
            by: "kind"
        ) { $0.instruments.workersQueue().map { MetricSample($0.count, $0.kind) } },
        Metric(
            "upfor_speech_total", .counter,
            "Words that were to be spoken and recordings that were to be judged: done by a "
                + "program, kept from before, refused because too many waited, or failed "
                + "(`speech.failed`).",
            by: "kind", "outcome"
        ) { reading in
            SpeechMeter.Kind.allCases.flatMap { kind in
                SpeechMeter.Outcome.allCases.map { outcome in
                    MetricSample(
                        reading.instruments.speech.count(kind, outcome), kind.rawValue,
                        outcome.rawValue)
                }
            }
        },
        Metric(
            "upfor_notifications_total", .counter,
            "Notifications by notifier (desk: the stage before; mail: letters): "
                + "delivered, given up, or dropped because a queue was full.",
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
            "Open cases of reports: `upford ctl reports`.",
            number: { $0.instruments.hub.casesOpen.current }),
        Metric(
            "upfor_report_oldest_timestamp_seconds", .gauge,
            "Time when the oldest open case was opened, since 1970; 0 without one.",
            number: { $0.instruments.hub.oldestCase.current }),
        Metric(
            "upfor_log_events_total", .counter,
            "Events of level info and above, by the names of docs/EVENTS.md, written or "
                + "not.",
            by: "event"
        ) { reading in
            let counts = reading.instruments.log.counts
            return EventName.allCases.filter { $0.level >= .info }.map { event in
                MetricSample(counts[event] ?? 0, event.rawValue)
            }
        },
        Metric(
            "upfor_log_dropped_total", .counter,
            "Events that were lost or could not be written.",
            number: { $0.instruments.log.droppedCount }),
    ]
}
