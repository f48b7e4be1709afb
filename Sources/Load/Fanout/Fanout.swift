import WebSocket

/// Messages to all members: how many receive them, and what they contain.
struct Fanout: Sendable {
    /// The time at which a message was sent, at its beginning.
    static let stampBytes = 8

    let receivers: Int
    /// Messages that are under way at a time.
    let underWay: Int
    /// All of a message but its time.
    private let rest: [UInt8]

    /// - Parameter bytes: of a message, at least `stampBytes`.
    init(receivers: Int, underWay: Int, bytes: Int) {
        (self.receivers, self.underWay) = (receivers, underWay)
        rest = (0..<max(0, bytes - Self.stampBytes)).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    }

    /// Appends one message, framed.
    func append(at now: UInt64, to output: inout [UInt8]) {
        let stamp = withUnsafeBytes(of: now.littleEndian) { Array($0) }
        (stamp + rest).withUnsafeBytes {
            FrameWriter.append(.binary, $0, mask: FrameWriter.loadMask, to: &output)
        }
    }

    /// When a message was sent; nil if it is none of ours.
    func sentAt(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes.count == Self.stampBytes + rest.count,
            UnsafeRawBufferPointer(rebasing: bytes[Self.stampBytes...]).isEqual(to: rest)
        else { return nil }
        return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    }
}

extension Fanout {
    /// Measures it.
    func run(
        _ contest: Contest, seconds: Int, _ progress: Progress
    ) async throws(LoadFailure) -> ContestReport {
        let plan = Round.Plan(connections: receivers, seconds: seconds)
        let bytes = Self.stampBytes + rest.count
        let title = "fan-out to \(receivers) × \(underWay), \(bytes) B"
        return try await contest.report(title, unit: .delivery) {
            (contestant, phase) async throws(LoadFailure) in
            try await Round.measure(plan, contestant, phase: phase, progress) { index in
                FanoutMember(index, of: self)
            }
        }
    }
}

/// Receives every message. The member that receives a message last sends the next one, so the
/// number of messages under way stays constant.
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
