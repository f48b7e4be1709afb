import Promises
import WebSocket
import Wire

/// Users who connect, sign in by their token, receive a snapshot, and leave.
struct LoginRun: Sendable {
    let population: Population
    let count: Int
    let atOnce: Int
    var format = WireFormat.json

    /// Measures a server that has the population in its data.
    ///
    /// A first wave is not counted: it pays for what the server makes once.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> LoginReport {
        let tokens = try await tokens(server, progress)
        let byToken = { @Sendable [format, population] (number: Int) in
            let person = number % tokens.count
            return LoginMember(
                person, by: .token(tokens[person] ?? ""), format, names: population.names)
        }
        _ = try await wave(max(atOnce, count / 10), "warming up", server, progress, byToken)
        let (start, cpu) = (MonotonicClock.nanoseconds(), try server.meter.cpuNanoseconds())
        let tally = try await wave(count, "signing in", server, progress, byToken)
        return LoginReport(
            self, tally, nanoseconds: MonotonicClock.nanoseconds() - start,
            cpuNanoseconds: try server.meter.cpuNanoseconds() - cpu)
    }

    /// What opens the sessions of those who come, by their numbers.
    func tokens(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> [Int: String] {
        guard population.tokens.isEmpty else { return population.tokens }
        return try await wave(min(count, population.size), "getting tokens", server, progress) {
            [format, population] number in
            LoginMember(number, by: .password, format, names: population.names)
        }.tokens
    }

    private func wave(
        _ count: Int, _ phase: String, _ server: SubjectServer, _ progress: Progress,
        _ makeMember: @escaping @Sendable (Int) -> LoginMember
    ) async throws(LoadFailure) -> LoginTally {
        try await CrowdLoop(
            count, atOnceMax: atOnce,
            to: Target(server, subprotocols: format == .json ? [] : [format.subprotocol]),
            tally: LoginTally(), makeMember: makeMember
        ).whileThere { crowd throws(LoadFailure) in
            try await crowd.reach(phase, count, progress) { $0.leftCount }
            let tally = await crowd.ask { crowd, _ in crowd.tally }
            if let failure = tally.firstFailure { throw LoadFailure(failure) }
            return tally
        }
    }
}

/// A user who comes, signs in, and leaves as soon as that is answered.
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

    /// - Parameter names: of all users.
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
        // Presence of friends comes, too.
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

/// What signing in costs.
struct LoginReport: Report {
    let users: Int
    let friends: Int
    let format: String
    let signIns: Int
    let atOnce: Int
    let signInsPerSecond: Double
    /// Processor time of the server, the connection and its goodbye included.
    let cpuMicrosecondsPerSignIn: Double
    let answers: Latencies
    let snapshotBytes: Double
    let lost: Int
    let duplicated: Int
    let complaints: [String]

    init(_ run: LoginRun, _ tally: LoginTally, nanoseconds: UInt64, cpuNanoseconds: UInt64) {
        let count = Double(max(1, run.count))
        users = run.population.size
        friends = run.population.friendCount
        format = run.format == .json ? "json" : "binary"
        signIns = tally.signIns.count
        atOnce = run.atOnce
        signInsPerSecond = Double(tally.signIns.count) / (Double(nanoseconds) / 1e9)
        cpuMicrosecondsPerSignIn = cpuNanoseconds.microseconds(each: run.count)
        answers = tally.signIns
        snapshotBytes = Double(tally.snapshotBytes) / count
        let wrong = tally.friendCounts.subtracting([friends]).sorted()
        lost = run.count - tally.signIns.count
        duplicated = tally.duplicateCount
        complaints =
            (wrong.isEmpty ? [] : ["BROKEN: snapshots with \(wrong) friends"])
            + (lost > 0 ? ["BROKEN: \(lost) sign-ins without an answer"] : [])
            + (duplicated > 0 ? ["BROKEN: \(duplicated) sign-ins answered again"] : [])
    }

    var columns: [String] {
        [
            "login \(users) × \(friends), \(atOnce) at once, \(format)", "sign-ins/s",
            "cpu µs", "answer bytes", "lost", "doubled",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", signInsPerSecond.digits(0), cpuMicrosecondsPerSignIn.digits(1),
                snapshotBytes.digits(0), "\(lost)", "\(duplicated)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("answer", answers)] }
}

/// What all who sign in count together.
struct LoginTally: Sendable {
    /// What opens the sessions of those who came by password, by their numbers.
    var tokens: [Int: String] = [:]
    /// From the command to its answer, the snapshot included.
    var signIns = Latencies()
    /// Answers to what had been answered.
    var duplicateCount = 0
    /// Of the answers.
    var snapshotBytes = 0
    /// How many friends the snapshots held: all the same, if all is well.
    var friendCounts: Set<Int> = []
    /// In words, if there was one.
    var firstFailure: String?
}
