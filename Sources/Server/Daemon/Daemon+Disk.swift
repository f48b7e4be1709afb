import Storage

extension Daemon {
    /// The store's settings; what befalls its disk goes to the event log.
    static func options(
        _ configuration: Configuration, _ hub: Hub, _ log: EventLog,
        _ whenBroken: @escaping @Sendable () -> Void
    ) -> SQLiteStore.Options {
        var options = SQLiteStore.Options(
            clock: SystemClock.moment, entropy: SystemEntropy.bytes, sink: { hub.completed($0) })
        options.readerCount = configuration.data.readers
        options.inboxEventsMax = UInt32(clamping: configuration.inbox.events)
        options.slowCommit = { duration, count in
            log.write(.storeCommitSlow, .duration(duration), .count(count))
        }
        options.slowCheckpoint = { duration, count in
            log.write(.storeCheckpointSlow, .duration(duration), .count(count))
        }
        options.conditionChanged = { condition in
            switch condition {
            case .writable: log.write(.storeWritable)
            case .full(let reason): log.write(.storeFull, .reason(reason))
            case .broken(let reason):
                log.write(.storeBroken, .reason(reason))
                whenBroken()
            }
        }
        return options
    }
}
