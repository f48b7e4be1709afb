import Wire

/// Durable chat with a server, among people in pairs.
struct ChatRun: Sendable {
    let senders: Int
    /// Messages of each member that wait for their acknowledgement.
    let inFlight: Int
    let characters: Int
    let format: WireFormat
    let seconds: Int

    /// Measures a running server, on which the members register and make friends.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        var generator = SystemRandomNumberGenerator()
        let name = ChatPerson.makeCrowd(using: &generator)
        let tokens = try await RegistrationRun(count: senders, crowd: name)
            .tokens(server, progress)
        return try await ChatCrowd(
            0..<senders, named: name, tokens: tokens, manner, to: target(server), progress
        ).whileThere { crowd throws(LoadFailure) in
            try await crowd.signIn()
            try await crowd.befriend()
            return try await talk(crowd, server)
        }
    }

    /// Creates the members in bulk, and measures a server that has them in its data.
    ///
    /// - Parameter folder: an empty one, for the data.
    func run(
        _ program: String, in folder: String, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        let population = Population.pairs(senders)
        let server = try await SubjectServer.serve(program, population, in: folder, progress)
        return try await run(server, having: population, progress)
    }

    /// Measures a server that has a population of as many pairs in its data.
    func run(
        _ server: SubjectServer, having population: Population, _ progress: Progress
    ) async throws(LoadFailure) -> ChatOutcome {
        let tokens = try await LoginRun(population: population, count: senders, atOnce: 64)
            .tokens(server, progress)
        return try await ChatCrowd(0..<senders, of: tokens, manner, to: target(server), progress)
            .whileThere { crowd throws(LoadFailure) in
                try await crowd.signIn()
                return try await talk(crowd, server)
            }
    }

    private var manner: ChatMember.Manner {
        ChatMember.Manner(format: format, inFlight: inFlight, characters: characters)
    }

    private func target(_ server: SubjectServer) -> Target {
        Target(server, subprotocols: [format.subprotocol])
    }

    private func talk(
        _ crowd: ChatCrowd, _ server: SubjectServer
    ) async throws(LoadFailure) -> ChatOutcome {
        try await crowd.talk(
            warmUpMilliseconds: 1000, milliseconds: seconds * 1000, server)
    }
}

/// What durable chat costs.
struct ChatReport: Report {
    let senders: Int
    let inFlight: Int
    let format: String
    let messages: Int
    let messagesPerSecond: Double
    let acks: Latencies
    let deliveries: Latencies
    /// Nil when the server's processor time is unknown.
    let cpuMicrosecondsPerMessage: Double?
    /// To the friend and to the author.
    let cpuMicrosecondsPerDelivery: Double?
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(senders: Int, inFlight: Int, format: String, _ outcome: ChatOutcome) {
        (self.senders, self.inFlight, self.format) = (senders, inFlight, format)
        messages = outcome.messageCount
        messagesPerSecond = Double(outcome.messageCount) / outcome.seconds
        (acks, deliveries) = (outcome.acks, outcome.deliveries)
        cpuMicrosecondsPerMessage = outcome.cpuMicroseconds(each: outcome.messageCount)
        cpuMicrosecondsPerDelivery = outcome.cpuMicroseconds(each: outcome.deliveryCount)
        lost = outcome.audit.lostCount
        duplicated = outcome.audit.duplicateCount
        reordered = outcome.audit.reorderedCount
        complaints = outcome.audit.complaints
    }

    var columns: [String] {
        [
            "chat \(senders) × \(inFlight), \(format)", "messages/s", "cpu µs",
            "cpu µs a delivery", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", messagesPerSecond.digits(0), cpuMicrosecondsPerMessage.digits(1),
                cpuMicrosecondsPerDelivery.digits(1), "\(lost)", "\(duplicated)",
                "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("ack", acks), ("delivery", deliveries)] }
}

/// The promises that the server kept over the whole run, warm-up included.
struct ChatAudit: Sendable {
    private(set) var deliveredCount = 0
    private(set) var duplicateCount = 0
    private(set) var reorderedCount = 0
    private let tally: ChatTally

    init(_ tally: ChatTally) {
        self.tally = tally
    }

    /// Adds the deliveries of one reader.
    mutating func add(_ ledgers: DeliveryLedger...) {
        for ledger in ledgers {
            deliveredCount += ledger.deliveredCount
            duplicateCount += ledger.duplicateCount
            reorderedCount += ledger.reorderedCount
        }
    }

    /// Deliveries, to the author and to the friend, that an acknowledgement promised and that did
    /// not arrive.
    var lostCount: Int { max(0, 2 * tally.ackedCount - deliveredCount) }

    /// Messages that were neither acknowledged nor refused.
    var unansweredCount: Int { tally.sentCount - tally.ackedCount - tally.refusedCount }

    /// Whether nothing was lost, doubled, reordered, refused or left unanswered.
    var isClean: Bool { complaints.isEmpty }

    /// The failures, a line for each kind.
    var complaints: [String] {
        var lines: [String] = []
        for (count, what) in [
            (lostCount, "deliveries lost"), (duplicateCount, "deliveries doubled"),
            (reorderedCount, "deliveries out of order"),
            (unansweredCount, "messages unanswered"),
        ] where count > 0 {
            lines.append("BROKEN: \(count) \(what)")
        }
        if let broken = tally.breaches.first {
            lines.append("BROKEN: \(tally.breaches.otherCount) times, the first: \(broken)")
        }
        if let refusal = tally.firstRefusal {
            lines.append("REFUSED: \(tally.refusedCount) commands, the first: \(refusal)")
        }
        return lines
    }
}

/// The outcome of a stretch of chatting.
struct ChatOutcome: Sendable {
    /// All figures at one moment.
    struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64?
        let tally: ChatTally
    }

    /// Messages acknowledged in the stretch.
    let messageCount: Int
    /// Deliveries in the stretch, to authors and to friends.
    let deliveryCount: Int
    let seconds: Double
    /// Nil when the server's processor time is unknown.
    let cpuNanoseconds: UInt64?
    let acks: Latencies
    let deliveries: Latencies
    let audit: ChatAudit

    init(from start: Mark, to end: Mark, _ audit: ChatAudit) {
        messageCount = end.tally.ackedCount - start.tally.ackedCount
        deliveryCount = end.tally.deliveredCount - start.tally.deliveredCount
        seconds = Double(end.time - start.time) / 1e9
        cpuNanoseconds = end.cpu.flatMap { end in start.cpu.map { end - $0 } }
        acks = end.tally.acks
        deliveries = end.tally.deliveries
        self.audit = audit
    }

    /// The server's processor time for one of `count`.
    func cpuMicroseconds(each count: Int) -> Double? {
        cpuNanoseconds?.microseconds(each: count)
    }
}

/// What all members count together.
struct ChatTally: Sendable {
    /// How many members have reached each step.
    var signedInCount = 0
    var befriendedCount = 0

    var sentCount = 0
    var ackedCount = 0
    /// Deliveries, to authors and to friends.
    var deliveredCount = 0
    var acks = Latencies()
    /// From sending to arrival at the friend.
    var deliveries = Latencies()

    /// All breaches but duplicate deliveries: the readers count those.
    var breaches = Breaches()

    /// Refused commands, and the first reason.
    var refusedCount = 0
    var firstRefusal: String?

    /// Whether nothing is under way any more.
    var isSettled: Bool { sentCount == ackedCount && deliveredCount >= 2 * ackedCount }
}

/// The deliveries of one author's messages to one reader: each is due once, in order.
struct DeliveryLedger: Sendable {
    /// Messages that arrived, each counted once.
    private(set) var deliveredCount = 0
    /// Messages that arrived again.
    private(set) var duplicateCount = 0
    /// Messages that arrived after a later one.
    private(set) var reorderedCount = 0
    /// Numbers that were skipped and have not arrived since.
    private var missing: Set<Int> = []
    private var next = 0

    /// Beyond this number of missing messages it does not help to know which.
    private static let missingMax = 1_000_000

    /// Records the message with that number; an author counts from 0.
    mutating func deliver(_ number: Int) {
        switch number {
        case next:
            next += 1
            deliveredCount += 1
        case (next + 1)..<(next + Self.missingMax):
            missing.formUnion(next..<number)
            next = number + 1
            deliveredCount += 1
        default:
            guard missing.remove(number) != nil else { return duplicateCount += 1 }
            reorderedCount += 1
            deliveredCount += 1
        }
    }
}
