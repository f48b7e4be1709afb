import WebSocket
import Wire

/// Somebody who comes, signs in, stays for a while and leaves.
struct PresenceVisitor: CrowdMember {
    /// What all visitors count together.
    struct Tally: Sendable {
        /// In words, if there was one.
        var firstFailure: String?
    }

    private let number: Int
    private let token: String
    private let stayNanoseconds: UInt64
    private let arrivals: Arrivals
    private var speech = Speech(.json)
    private var signedInAt: UInt64?
    private(set) var isLeaving = false

    init(_ number: Int, token: String, stayNanoseconds: UInt64, _ arrivals: Arrivals) {
        self.number = number
        self.token = token
        self.stayNanoseconds = stayNanoseconds
        self.arrivals = arrivals
    }

    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {
        arrivals.note(number, at: MonotonicClock.nanoseconds())
        speech.signIn(token: token, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8]
    ) {
        guard signedInAt == nil, let message = ServerMessage([UInt8](bytes), .json)
        else { return }
        switch message.body {
        case .session: signedInAt = now
        case .error(let error):
            if tally.firstFailure == nil { tally.firstFailure = "\(error.code): \(error.message)" }
            leave(&output)
        default: break
        }
    }

    /// Leaves when it is time.
    mutating func leaveIfDue(at now: UInt64, _ output: inout [UInt8]) {
        guard let signedInAt, !isLeaving, now >= signedInAt + stayNanoseconds else { return }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}
