import Wire

/// Durable chat with a server, among people in pairs.
struct ChatRun: Sendable {
    let senders: Int
    /// Messages of each of them that wait for their acknowledgement.
    let inFlight: Int
    let characters: Int
    let format: WireFormat
    let seconds: Int

    /// Measures a server that runs already: people make accounts there, and friends.
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

    /// Makes these people in bulk, and measures a server that has them in its data.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
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

/// Which of its promises the server kept, over the whole run, warm-up included.
struct ChatAudit: Sendable {
    private(set) var deliveredCount = 0
    private(set) var duplicateCount = 0
    private(set) var reorderedCount = 0
    private let tally: ChatTally

    init(_ tally: ChatTally) {
        self.tally = tally
    }

    /// Adds what one reader got.
    mutating func add(_ ledgers: DeliveryLedger...) {
        for ledger in ledgers {
            deliveredCount += ledger.deliveredCount
            duplicateCount += ledger.duplicateCount
            reorderedCount += ledger.reorderedCount
        }
    }

    /// Deliveries that an acknowledgement promised, to the author and to the friend, and that
    /// did not come.
    var lostCount: Int { max(0, 2 * tally.ackedCount - deliveredCount) }

    /// Messages that got neither an acknowledgement nor a refusal.
    var unansweredCount: Int { tally.sentCount - tally.ackedCount - tally.refusedCount }

    /// Whether nothing was lost, doubled, reordered, refused or left unanswered.
    var isClean: Bool { complaints.isEmpty }

    /// What went wrong, a line for each kind.
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

/// What a stretch of chatting came to.
struct ChatOutcome: Sendable {
    /// All figures of one moment.
    struct Mark: Sendable {
        let time: UInt64
        let cpu: UInt64?
        let tally: ChatTally
    }

    /// Messages that were acknowledged in it.
    let messageCount: Int
    /// Deliveries of it, to authors and to friends.
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

    /// Processor time of the server for one of so many.
    func cpuMicroseconds(each count: Int) -> Double? {
        cpuNanoseconds?.microseconds(each: count)
    }
}

/// What all people of a chat count together.
struct ChatTally: Sendable {
    /// Everybody in step: how many have come so far.
    var signedInCount = 0
    var befriendedCount = 0

    var sentCount = 0
    var ackedCount = 0
    /// Deliveries, to authors and to friends.
    var deliveredCount = 0
    var acks = Latencies()
    /// From sending to arrival at the friend.
    var deliveries = Latencies()

    /// But for deliveries that came twice: those the readers count.
    var breaches = Breaches()

    /// Commands that were refused, and the first reason.
    var refusedCount = 0
    var firstRefusal: String?

    /// Nothing is under way any more.
    var isSettled: Bool { sentCount == ackedCount && deliveredCount >= 2 * ackedCount }
}

/// What came of one author's messages at one reader: each is due once, in order.
struct DeliveryLedger: Sendable {
    /// Messages that came, each counted once.
    private(set) var deliveredCount = 0
    /// Messages that came again.
    private(set) var duplicateCount = 0
    /// Messages that came after one that was sent later.
    private(set) var reorderedCount = 0
    /// Numbers that were passed over and have not come since.
    private var missing: Set<Int> = []
    private var next = 0

    /// With more at once it does not help to know which.
    private static let missingMax = 1_000_000

    /// Takes note of the message of that number; an author counts from 0.
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
