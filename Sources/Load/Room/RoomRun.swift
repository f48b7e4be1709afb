/// One room, heard by many devices: what each delivery costs.
///
/// A room of Upfor is that of two friends, so what it fans out to are their devices.
struct RoomRun: Sendable {
    /// How often due messages are looked for.
    private static let tickMilliseconds = 2

    /// As few as there can be: of them two talk.
    static let people = Population(
        size: 6, friendCount: 2, activePercent: 0, togglerCount: 0)

    /// Half of them are those of the one, half those of the other.
    let devices: Int
    /// Messages a second.
    let rate: Int
    let seconds: Int
    /// The default population, or one that has registered on a running server.
    var population = RoomRun.people
    /// For what signing in leaves behind to be over.
    var calmMilliseconds = 2000

    /// Measures a server that has the population in its data.
    func run(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> RoomReport {
        let people = [0, population.friends(of: 0)[0]]
        let diaries = (0..<devices).map {
            population.diary(of: people[$0 % 2], device: "device-\($0)")
        }
        return try await CrowdLoop(devices, to: Target(server), tally: LifeTally(diaries)) {
            Resident($0)
        }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("signing in", devices, progress) { $0.tally.caughtUpCount }
            try await crowd.work("settling", milliseconds: calmMilliseconds, progress)
            let stretch = try await crowd.measure(server.meter) { () throws(LoadFailure) in
                try await talk(crowd, people, progress)
            }
            return RoomReport(self, stretch, await crowd.memory())
        }
    }

    /// The first device of each of the two writes; what is under way at the end may come.
    private func talk(
        _ crowd: CrowdLoop<Resident>, _ people: [Int], _ progress: Progress
    ) async throws(LoadFailure) {
        let start = MonotonicClock.nanoseconds()
        let end = start + UInt64(seconds) * 1_000_000_000
        let beat = Beat(start: start, perSecond: rate, writerCount: 2, end: end)
        try await crowd.pace("talking", until: end, every: Self.tickMilliseconds, progress) {
            now, member, _, output in
            guard member.number < 2 else { return }
            member.keepUp(
                with: beat, as: member.number, to: [people[1 - member.number]], at: now, &output)
        }
        try await crowd.hush("waiting for the last", quietMilliseconds: 500, progress)
    }
}

/// What it costs to tell many devices the same.
struct RoomReport: Report {
    let devices: Int
    let messages: Int
    let messagesPerSecond: Double
    let deliveries: Int
    let cpuMicrosecondsPerMessage: Double
    /// All told: the message's own transaction, too.
    let cpuMicrosecondsPerDelivery: Double
    let answered: Latencies
    let delivered: Latencies
    let lost: Int
    let duplicated: Int
    let reordered: Int
    let complaints: [String]

    init(_ run: RoomRun, _ stretch: LifeStretch, _ memory: LifeTally) {
        let audit = LifeAudit([memory])
        devices = run.devices
        messages = stretch.ackedCount
        messagesPerSecond = Double(stretch.ackedCount) / Double(run.seconds)
        deliveries = stretch.deliveredCount
        cpuMicrosecondsPerMessage = stretch.cpuMicroseconds(each: stretch.ackedCount)
        cpuMicrosecondsPerDelivery = stretch.cpuMicroseconds(each: stretch.deliveredCount)
        (answered, delivered) = (memory.answers, memory.deliveries)
        lost = audit.lostCount
        duplicated = audit.duplicateCount
        reordered = audit.reorderedCount
        complaints = audit.complaints
    }

    var columns: [String] {
        [
            "room of \(devices) devices", "messages/s", "deliveries", "cpu µs a message",
            "cpu µs a delivery", "lost", "doubled", "reordered",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", messagesPerSecond.digits(0), "\(deliveries)",
                cpuMicrosecondsPerMessage.digits(1), cpuMicrosecondsPerDelivery.digits(2),
                "\(lost)", "\(duplicated)", "\(reordered)",
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] {
        [("ack", answered), ("delivery", delivered)]
    }
}
