import EventLoop
import Metering

/// The readings of the instruments at one moment; the event `server.stat` has the difference
/// between two of them.
package struct StatMark {
    private let nanoseconds = LoopClock.nanoseconds
    private let messagesIn: Int
    private let messagesOut: Int
    private let commits: Distribution
    private let deliveries: Distribution
    private let process = ProcessFigures()

    /// The readings now.
    package init(_ instruments: Instruments) {
        messagesIn = instruments.messagesIn
        messagesOut = instruments.messagesOut
        commits = instruments.store.commits.distribution
        deliveries = instruments.delivery
    }

    /// Rates since an earlier moment, and the present figures.
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
