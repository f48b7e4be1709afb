import Promises
import WebSocket
import Wire

/// Somebody who comes, signs in, and leaves as soon as that is answered.
struct LoginMember: CrowdMember {
    /// What one signs in by.
    enum Credential: Sendable {
        /// Only to get a token for it.
        case password
        /// With a snapshot of everything that a client shows at first.
        case token(String)
    }

    let number: Int
    let credential: Credential
    private let names: Roster
    private var speech: Speech
    private var askedAt: UInt64 = 0
    private(set) var isLeaving = false

    /// - Parameter names: of everybody there is.
    init(
        _ number: Int, by credential: Credential, _ format: WireFormat,
        names: Roster = Population.usualNames
    ) {
        (self.number, self.names) = (number, names)
        self.credential = credential
        speech = Speech(format)
    }

    mutating func opened(_ tally: inout LoginTally, _ output: inout [UInt8]) {
        askedAt = MonotonicClock.nanoseconds()
        switch credential {
        case .password:
            speech.say(Population.login(as: names.name(number)), &output)
        case .token(let token):
            speech.signIn(token: token, wantsSnapshot: true, &output)
        }
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout LoginTally,
        _ output: inout [UInt8]
    ) {
        if !isLeaving, speech.format == .binary, let session = SessionGlance(bytes) {
            return signedIn(
                as: session.username, friends: session.friendCount, bytes: bytes.count, at: now,
                &tally, &output)
        }
        guard let message = ServerMessage([UInt8](bytes), speech.format) else {
            return leave(&tally, &output, because: "got a message that cannot be read")
        }
        // Friends who come and go are told of, too.
        guard !isLeaving else { return tally.duplicateCount += message.id > 0 ? 1 : 0 }
        switch message.body {
        case .account(let account):
            tally.tokens[number] = account.token
            leave(&output)
        case .session(let session):
            signedIn(
                as: session.user.username, friends: session.snapshot.friends.friends.count,
                bytes: bytes.count, at: now, &tally, &output)
        case .error(let error):
            leave(&tally, &output, because: "was refused: \(error.code): \(error.message)")
        default: break
        }
    }

    private mutating func signedIn(
        as name: String, friends friendCount: Int, bytes byteCount: Int, at now: UInt64,
        _ tally: inout LoginTally, _ output: inout [UInt8]
    ) {
        guard name == names.name(number) else {
            return leave(&tally, &output, because: "was signed in as \(name)")
        }
        tally.signIns.record(from: askedAt, to: now)
        tally.snapshotBytes += byteCount
        tally.friendCounts.insert(friendCount)
        leave(&output)
    }

    private mutating func leave(
        _ tally: inout LoginTally, _ output: inout [UInt8], because failure: String
    ) {
        if tally.firstFailure == nil { tally.firstFailure = "\(number) \(failure)" }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}
