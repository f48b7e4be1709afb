import Glibc
import WebSocket

/// Sends a message, and sends it again whenever it comes back.
struct EchoMember: RoundMember {
    /// The one message of all connections. Masked once: masking is the client's work, not the
    /// server's.
    struct Message: Sendable {
        let payload: [UInt8]
        let frame: [UInt8]

        init(byteCount: Int) {
            payload = (0..<byteCount).map { UInt8(ascii: "a") + UInt8($0 % 26) }
            var frame: [UInt8] = []
            payload.withUnsafeBytes {
                FrameWriter.append(.binary, $0, mask: FrameWriter.loadMask, to: &frame)
            }
            self.frame = frame
        }

        /// - Parameter isDeflated: whether it is sent compressed.
        init(_ payload: [UInt8], isDeflated: Bool) throws(LoadFailure) {
            self.payload = payload
            var frame: [UInt8] = []
            let deflater = Deflater()
            // What the deflater hands out lies in it.
            let written = withExtendedLifetime(deflater) {
                payload.withUnsafeBytes { bytes -> Bool in
                    let deflated = isDeflated ? deflater.deflate(bytes, windowBits: 15) : bytes
                    guard let deflated else { return false }
                    FrameWriter.append(
                        .text, deflated, isDeflated: isDeflated, mask: FrameWriter.loadMask,
                        to: &frame)
                    return true
                }
            }
            guard written else {
                throw LoadFailure("a message of \(payload.count) bytes does not get shorter")
            }
            self.frame = frame
        }
    }

    private let message: Message
    /// When the messages under way were sent; they come back in that order.
    private var sentAt: [UInt64]
    private var oldest = 0
    private var missingCount = 0

    init(_ message: Message, depth: Int) {
        self.message = message
        sentAt = Array(repeating: 0, count: depth)
    }

    mutating func begin(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        let now = MonotonicClock.nanoseconds()
        tally.dueCount += sentAt.count
        missingCount += sentAt.count
        for index in sentAt.indices {
            sentAt[index] = now
            output += message.frame
        }
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        tally.count += 1
        missingCount -= 1
        tally.latencies.record(from: sentAt[oldest], to: now)
        if !bytes.isEqual(to: message.payload) { tally.changedCount += 1 }
        sentAt[oldest] = now
        oldest = (oldest + 1) % sentAt.count
        guard !tally.isOver else { return }
        tally.dueCount += 1
        missingCount += 1
        output += message.frame
    }

    func missingCount(_ tally: RoundTally) -> Int { missingCount }
}

/// Every connection sends a message, and again whenever it comes back.
struct EchoWork: Sendable {
    let connections: Int
    /// Messages under way on each connection.
    let depth: Int
    let bytes: Int
    let seconds: Int

    /// Measures it.
    func run(
        _ contest: Contest, _ progress: Progress
    ) async throws(LoadFailure) -> ContestReport {
        let plan = Round.Plan(connections: connections, seconds: seconds)
        let message = EchoMember.Message(byteCount: bytes)
        let depth = depth
        let title = "echo \(connections) × \(depth), \(bytes) B"
        return try await contest.report(title, unit: .message) {
            (contestant, phase) async throws(LoadFailure) in
            try await Round.measure(plan, contestant, phase: phase, progress) { _ in
                EchoMember(message, depth: depth)
            }
        }
    }
}
