extension Stage {
    /// How much longer others may wait for an acknowledgement while some do not read.
    static let slowdownMax = 2.0
    /// How much more memory the daemon may take, in bytes.
    static let growthBytesMax = 150 * 1_048_576
    /// How much later than the daemon's patience allows one who does not read may be cut off.
    static let cutSlackSeconds = 5

    /// Many readers stop, with much under way to each.
    func stopped() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        // In each four 1 reads what 0 writes, and 2 and 3 are the others.
        let neighbourhood = Neighbourhood(extent.stoppedReaders * 4)
        return try await play(
            .stopped, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", hasSeconds: false,
            settings: ["limits.stallSeconds=\(extent.stallSeconds)"]
        ) { scene throws(LoadFailure) in
            try await scene.stopReaders()
        }
    }
}

extension Scene {
    /// Pages that a reader asks for: together more than the kernel and the outbox hold.
    private static let pageCount = 8
    /// How long those pages may take.
    private static let settlingSeconds = 4
    /// Messages that fill a page.
    private static let messageCount = 17

    private var cutSecondsMax: Int { extent.stallSeconds + Stage.cutSlackSeconds }
    private var readers: [Player] { town.people.filter { $0.person % 4 == 1 } }
    private var writers: [Player] { town.people.filter { $0.person % 4 == 0 } }
    /// Those who must not feel it: a fixed number, however many stop.
    private var others: [Player] { Array(town.people.filter { $0.person % 4 >= 2 }.prefix(100)) }

    fileprivate func stopReaders() async throws(LoadFailure) {
        let proxy = try proxy(.fair)
        try await fillRooms()
        try await move(readersTo: proxy)
        progress.begin("measuring while everybody reads")
        let before = try await measure { () async in }
        // Anew: the kernel gives more room to those who have read much.
        try await move(readersTo: proxy)
        progress.begin("measuring while \(readers.count) do not read")
        let after = try await measure { () async in
            await proxy.ask { proxy, loop in proxy.stopReading(on: loop) }
        }
        let cuts = await proxy.ask { proxy, _ in proxy.tally.stoppedMilliseconds }
        judge(before, after, cuts)
        await proxy.stop()
        try await town.gather(withinSeconds: 40)
    }

    private func move(readersTo proxy: ProxyServer) async throws(LoadFailure) {
        try await town.gather(withinSeconds: 40)
        try route.lead(to: proxy.port)
        try await town.reconnect(readers, withinSeconds: 40)
        try route.lead(to: victim.port)
    }

    /// So many long messages for each reader that a page of the room is full.
    private func fillRooms() async throws(LoadFailure) {
        progress.begin("filling rooms")
        try await Parallel.each(writers, width: 32) { writer throws(LoadFailure) in
            await writer.write(Self.messageCount, characters: 4000, to: writer.person + 1)
        }
    }

    /// What a stretch of the same work came to.
    private struct Stretch {
        let p99Milliseconds: Double
        let growthBytes: Int
    }

    /// As long as a cut may take: readers ask for pages, their friends write, others chat.
    private func measure(
        _ begin: () async -> Void
    ) async throws(LoadFailure) -> Stretch {
        guard let meter = victim.meter else { throw LoadFailure("the daemon does not run") }
        let stopwatch = Stopwatch()
        for person in town.people { person.witness.time(by: nil) }
        for other in others { other.witness.time(by: stopwatch) }
        let bytes = try meter.privateBytes()
        let (seed, talkers) = (seed, others + writers)
        for talker in talkers { talker.talk(true) }
        let talks = talkers.map { talker in
            Task { await talker.chat(Dice(seed: seed, of: talker.person)) }
        }
        await begin()
        let asks = readers.map { reader in Task { await reader.ask(forPages: Self.pageCount) } }
        // Making pages is work, for whoever they are: the others are looked at when it is done.
        await MonotonicClock.pass(Self.settlingSeconds * 1000)
        _ = stopwatch.take()
        var most = max(bytes, try meter.privateBytes())
        for _ in 0..<(cutSecondsMax - Self.settlingSeconds) * 4 {
            await MonotonicClock.pass(250)
            most = max(most, try meter.privateBytes())
        }
        for talker in talkers { talker.talk(false) }
        for talk in talks { await talk.value }
        for ask in asks { ask.cancel() }
        let p99 = stopwatch.take().microseconds(percentile: 99) / 1000
        return Stretch(p99Milliseconds: p99, growthBytes: most - bytes)
    }

    private func judge(_ before: Stretch, _ after: Stretch, _ cuts: [Double]) {
        let slowest = cuts.max() ?? 0
        let mebibytes = Double(after.growthBytes) / 1_048_576
        outcome.rounds = 1
        outcome.figures += [
            "\(cuts.count) of \(readers.count) cut off, after "
                + "\((slowest / 1000).digits(1)) s at most",
            "p99 of \(others.count) others: \(before.p99Milliseconds.digits(2)) ms, then "
                + "\(after.p99Milliseconds.digits(2)) ms",
            "memory grew by \(mebibytes.digits(1)) MiB",
        ]
        if cuts.count < readers.count || slowest > Double(cutSecondsMax) * 1000 {
            outcome.complaints.append(
                "not every stopped reader was cut off within \(cutSecondsMax) s")
        }
        // A few readers say nothing of the daemon: whatever else the machine does is more.
        let isTelling = readers.count >= 100
        if isTelling, after.p99Milliseconds > before.p99Milliseconds * Stage.slowdownMax {
            outcome.complaints.append("the p99 of others more than doubled")
        }
        if after.growthBytes > Stage.growthBytesMax {
            outcome.complaints.append("memory grew by more than 150 MiB")
        }
    }
}

extension Player {
    /// Asks for the room with the friend four times a second, without waiting for the answers: who
    /// does not read gets none.
    fileprivate func ask(forPages count: Int) async {
        for _ in 0..<count {
            Task { await say(newestPage) }
            await MonotonicClock.pass(250)
        }
    }

    /// Writes to the friend for good, again and again: long messages to one who may not read.
    fileprivate func chat(_ dice: Dice) async {
        var dice = dice
        let isWriter = person % 4 == 0
        while talks {
            await write(1, characters: isWriter ? 4000 : 64, to: person ^ 1)
            let pause = isWriter ? 1000 : 100
            await MonotonicClock.pass(dice.roll(pause / 2...pause * 3 / 2))
        }
    }
}
