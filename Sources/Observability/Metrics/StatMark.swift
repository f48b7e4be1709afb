import EventLoop
import Metering

/// What the instruments say at one moment; what lies between two of them is the event
/// `server.stat`.
package struct StatMark {
    private let nanoseconds = LoopClock.nanoseconds
    private let messagesIn: Int
    private let messagesOut: Int
    private let commits: Distribution
    private let deliveries: Distribution
    private let process = ProcessFigures()

    /// What they say now.
    package init(_ instruments: Instruments) {
        messagesIn = instruments.messagesIn
        messagesOut = instruments.messagesOut
        commits = instruments.store.commits.distribution
        deliveries = instruments.delivery
    }

    /// What has happened since an earlier moment, and how things stand now.
    package func fields(since before: StatMark, _ instruments: Instruments) -> [EventField] {
        let seconds = max(1e-3, Double(nanoseconds - before.nanoseconds) / 1e9)
        func rate(_ count: Int) -> Int { Int(Double(count) / seconds + 0.5) }
        let commits = commits - before.commits
        let queue = instruments.storeQueue()
        var fields: [EventField] = [
            .figure(.connections, instruments.sum { $0.connections.current }),
            .figure(.sessions, instruments.hub.sessions.current),
            .figure(.inRate, rate(messagesIn - before.messagesIn)),
            .figure(.outRate, rate(messagesOut - before.messagesOut)),
            .figure(.commitRate, rate(commits.count)),
        ]
        if let slowest = commits.quantile(0.99) { fields.append(.time(.commitTime, slowest)) }
        if let slowest = (deliveries - before.deliveries).quantile(0.99) {
            fields.append(.time(.pushTime, slowest))
        }
        let share = (process.cpuSeconds - before.process.cpuSeconds) / seconds
        return fields + [
            .time(.lag, instruments.takeWorstLag()),
            .figure(.queued, queue.writes + queue.reads),
            .figure(.outboxBytes, instruments.sum { $0.outboxBytes.current }),
            .figure(.descriptors, process.descriptorCount),
            .figure(.memory, process.residentBytes),
            .figure(.cpu, Int(share * 100 + 0.5)),
        ]
    }
}
