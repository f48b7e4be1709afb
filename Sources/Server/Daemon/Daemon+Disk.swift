import Hub
import Kernel
import Observability
import Settings
import Storage

extension Daemon {
    /// Store operations that take this long are logged.
    private static var slow: Duration { .milliseconds(100) }

    /// The store's settings; what befalls its disk goes to the event log.
    static func options(
        _ configuration: Configuration, _ hub: HubActor, _ meter: StoreMeter, _ log: EventLog,
        horizon: NodeHorizon, _ whenBroken: @escaping @Sendable () -> Void
    ) -> StoreOptions {
        var options = StoreOptions(
            clock: SystemClock.moment, entropy: SystemEntropy.bytes, sink: { hub.completed($0) })
        if configuration.cluster.isOn { options.nodeName = configuration.cluster.node }
        options.horizon = horizon
        options.readerCount = configuration.data.readers
        let runs = RunFile(in: configuration.data.folder)
        let isShared = configuration.cluster.isOn
        options.whenReplaced = { isShared ? runs.noteReplaced() : runs.forget() }
        options.inboxEventsMax = UInt32(clamping: configuration.inbox.events)
        options.logsUsers = { log.takes(.activityOn) }
        let usage = hub.meter.usage
        options.committed = { duration, completions in
            meter.committed(duration, commands: completions.count)
            for record in completions.flatMap(\.usage) {
                usage.note(record)
                if !record.users.isEmpty { log.write(record) }
            }
            if log.takes(.commandCommitted) { log.write(committed: completions, in: duration) }
            guard duration >= Self.slow else { return }
            log.write(.storeCommitSlow, .duration(duration), .count(completions.count))
        }
        options.waited = { meter.waited($0) }
        options.contended = { meter.contended() }
        options.checkpointed = { duration, count in
            meter.checkpointed(duration)
            guard duration >= Self.slow else { return }
            log.write(.storeCheckpointSlow, .duration(duration), .count(count))
        }
        options.recovered = { duration, count in
            log.write(.storeRecovered, .bytes(count), .duration(duration))
        }
        options.conditionChanged = { condition in
            meter.changed(isWritable: condition == .writable)
            switch condition {
            case .writable: log.write(.storeWritable)
            case .full(let reason): log.write(.storeFull, .reason(reason))
            case .unreachable(let reason): log.write(.storeUnreachable, .reason(reason))
            case .broken(let reason):
                log.write(.storeBroken, .reason(reason))
                whenBroken()
            }
        }
        return options
    }
}

extension EventLog {
    /// What users did, under their pseudonyms.
    fileprivate func write(_ record: UsageRecord) {
        var fields: [EventField] = record.activity.isEmpty ? [] : [.activity(record.activity)]
        if let user = record.users.first { fields.append(.pseudonym(user)) }
        if let other = record.users.dropFirst().first { fields.append(.otherPseudonym(other)) }
        let event: EventName =
            switch record.kind {
            case .turnedOn: .activityOn
            case .turnedOff, .expired: .activityOff
            case .matched: .activityMatched
            case .planned: .planMade
            case .befriended: .friendAdded
            }
        write(event, fields: fields)
    }

    /// Follows each of these commands to the disk.
    fileprivate func write(committed completions: [Completion], in duration: Duration) {
        for completion in completions {
            guard let origin = completion.origin, completion.refusal == nil else { continue }
            let rest: [EventField] = [.count(completions.count), .duration(duration)]
            write(.commandCommitted, fields: EventField.command(origin) + rest)
        }
    }
}
