import WebSocket

/// Hears what everybody hears. Whoever is the last to hear a message sends the next one, so that
/// as many are under way as were begun.
struct FanoutMember: RoundMember {
    private let index: Int
    private let audience: Fanout
    private var count = 0

    init(_ index: Int, of audience: Fanout) {
        (self.index, self.audience) = (index, audience)
    }

    mutating func begin(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        guard index < audience.underWay else { return }
        send(at: MonotonicClock.nanoseconds(), &tally, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        tally.count += 1
        count += 1
        if let sentAt = audience.sentAt(bytes) {
            tally.latencies.record(from: sentAt, to: now)
        } else {
            tally.changedCount += 1
        }
        let wasLast = tally.count % audience.receivers == 0
        if wasLast, !tally.isOver { send(at: now, &tally, &output) }
    }

    func missingCount(_ tally: RoundTally) -> Int { tally.dueCount / audience.receivers - count }

    private func send(at now: UInt64, _ tally: inout RoundTally, _ output: inout [UInt8]) {
        tally.dueCount += audience.receivers
        audience.append(at: now, to: &output)
    }
}
