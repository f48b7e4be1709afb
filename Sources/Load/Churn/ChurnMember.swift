import WebSocket

/// Comes, hears its message back, says goodbye and leaves.
struct ChurnMember: CrowdMember {
    private let message: EchoMember.Message
    private(set) var isLeaving = false

    init(_ message: EchoMember.Message) {
        self.message = message
    }

    mutating func opened(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        output += message.frame
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        tally.count += 1
        if !bytes.isEqual(to: message.payload) { tally.changedCount += 1 }
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}
