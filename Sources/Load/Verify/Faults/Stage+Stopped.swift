import Promises

extension Stage {
    /// How much longer others may wait for an acknowledgement while some do not read.
    static let slowdownMax = 2.0
    /// How much more memory the daemon may take, in bytes.
    static let growthBytesMax = 150 * 1_048_576

    /// Many readers stop, with much under way to each.
    func stopped() async throws(LoadFailure) -> FaultOutcome {
        let folder = try TemporaryFolder()
        // In each four 1 reads what 0 writes, and 2 and 3 are the others.
        let neighbourhood = Neighbourhood(extent.stoppedReaders * 4)
        return try await play(
            .stopped, neighbourhood, data: "\(folder.path)/store",
            log: "\(folder.path)/events.log", secondDevices: 0,
            settings: ["limits.stallSeconds=\(extent.stallSeconds)"]
        ) { scene throws(LoadFailure) in
            try await scene.stopReaders()
        }
    }
}

/// The outcome of a stretch, as measured by the people without stopped readers.
private struct Stretch {
    var p99Milliseconds = 0.0
    var count = 0
    var load = ""
    /// Memory of the daemon's own: how much there was, and the most.
    var (bytesBefore, bytes) = (0, 0)
    /// When the stopped readers were cut off, in milliseconds.
    var cuts: [Double] = []

    var text: String { "\(p99Milliseconds.digits(1)) ms (load \(load))" }
}

extension Scene {
    /// Pages that a reader asks for: together more than the kernel and the outbox hold.
    private static let pageCount = 8
    /// Messages that fill a page.
    private static let messageCount = 17
    /// How long pages are made, which is work for whomever, before the others are looked at.
    private static let settlingSeconds = 4

    private var cutSecondsMax: Int { extent.stallSeconds + extent.cutSlackSeconds }
    /// Shorter than it takes to be cut off: all of them are still there, and none reads.
    private var measureSeconds: Int { max(1, extent.stallSeconds - Self.settlingSeconds - 1) }
    private var readers: [Player] { town.people.filter { $0.person % 4 == 1 } }
    private var writers: [Player] { town.people.filter { $0.person % 4 == 0 } }
    /// The people who must not be affected: a fixed number, however many readers stop.
    private var others: [Player] { Array(town.people.filter { $0.person % 4 >= 2 }.prefix(100)) }
    /// What is measured of each stretch: 80 of 100 messages that are sent in that time.
    private var sampleCount: Int {
        others.count * 1000 / Player.chatMilliseconds * measureSeconds * 8 / 10
    }

    fileprivate func stopReaders() async throws(LoadFailure) {
        try await fillRooms()
        try await behind(.fair) { proxy throws(LoadFailure) in try await stopReaders(proxy) }
        try await town.gather(withinSeconds: 40)
    }

    private func stopReaders(_ proxy: ProxyServer) async throws(LoadFailure) {
        var (calm, stopped): ([Stretch], [Stretch]) = ([], [])
        // In turns, since whatever else the machine does changes from minute to minute.
        for round in 1...extent.stoppedRounds {
            progress.update("everybody reads, round \(round)/\(extent.stoppedRounds)")
            try await move(readersTo: proxy)
            calm.append(try await measure { () async in })
            // Anew: the kernel gives more room to those who have read much.
            try await move(readersTo: proxy)
            progress.update("\(readers.count) do not, round \(round)/\(extent.stoppedRounds)")
            let before = await proxy.ask { proxy, _ in proxy.tally.stoppedMilliseconds.count }
            var stretch = try await measure(untilCut: proxy) { () async in
                await proxy.ask { proxy, loop in proxy.stopReading(on: loop) }
            }
            stretch.cuts = await proxy.ask { proxy, _ in
                Array(proxy.tally.stoppedMilliseconds.dropFirst(before))
            }
            stopped.append(stretch)
        }
        judge(calm, stopped)
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

    /// Readers ask for pages, their friends write, and others chat, whose messages are timed once
    /// the pages are made.
    private func measure(
        untilCut proxy: ProxyServer? = nil, _ begin: () async -> Void
    ) async throws(LoadFailure) -> Stretch {
        guard let meter = victim.meter else { throw LoadFailure("the daemon does not run") }
        for person in town.people { person.witness.time(by: nil) }
        let (seed, talkers) = (seed, others + writers)
        for talker in talkers { talker.talk(true) }
        let talks = talkers.map { talker in
            Task { await talker.chat(Dice(seed: seed, of: talker.person)) }
        }
        var stretch = Stretch()
        stretch.bytesBefore = try meter.privateBytes()
        await begin()
        let start = MonotonicClock.nanoseconds()
        let asks = readers.map { reader in Task { await reader.ask(forPages: Self.pageCount) } }
        await MonotonicClock.pass(Self.settlingSeconds * 1000)
        let stopwatch = Stopwatch(countMax: sampleCount)
        for other in others { other.witness.time(by: stopwatch) }
        while !stopwatch.isFull, !hasPassed(cutSecondsMax, since: start) {
            await MonotonicClock.pass(100)
            stretch.bytes = max(stretch.bytes, try meter.privateBytes())
        }
        stretch.load = Machine.load
        let latencies = stopwatch.take()
        stretch.count = latencies.count
        stretch.p99Milliseconds = latencies.microseconds(percentile: 99) / 1000
        while let proxy, !hasPassed(cutSecondsMax, since: start),
            await proxy.ask({ proxy, _ in proxy.stoppedCount }) > 0
        {
            await MonotonicClock.pass(100)
            stretch.bytes = max(stretch.bytes, try meter.privateBytes())
        }
        for talker in talkers { talker.talk(false) }
        for talk in talks { await talk.value }
        for ask in asks { ask.cancel() }
        return stretch
    }

    private func hasPassed(_ seconds: Int, since start: UInt64) -> Bool {
        MonotonicClock.nanoseconds() - start > UInt64(seconds) * 1_000_000_000
    }

    private func judge(_ calm: [Stretch], _ stopped: [Stretch]) {
        let cuts = stopped.flatMap(\.cuts)
        let slowest = cuts.max() ?? 0
        let ratio = Self.p99(of: stopped) / max(0.001, Self.p99(of: calm))
        // More than the same load takes when all readers read.
        let growth = zip(calm, stopped).map { $1.bytes - $0.bytes }.max() ?? 0
        outcome.rounds = stopped.count
        let due = readers.count * stopped.count
        outcome.figures += [
            "\(cuts.count) of \(due) cut off, after \((slowest / 1000).digits(1)) s at most",
            "p99 of \(others.count) others while all read: "
                + calm.map(\.text).joined(separator: ", "),
            "p99 while \(readers.count) do not: " + stopped.map(\.text).joined(separator: ", "),
            "\(ratio.digits(2)) times as much, of the medians; "
                + "\((calm + stopped).map(\.count).min() ?? 0) samples each",
            "at most \(Self.mebibytes(growth)) MiB more than while all read; from before to the "
                + "most, all reading: \(Self.growths(calm)), stopped: \(Self.growths(stopped)) MiB",
        ]
        if cuts.count < due || slowest > Double(cutSecondsMax) * 1000 {
            outcome.complaints.append(
                "not every stopped reader was cut off within \(cutSecondsMax) s")
        }
        // A few readers say nothing of the daemon: whatever else the machine does is more.
        if readers.count >= 100, ratio > Stage.slowdownMax {
            outcome.complaints.append("the p99 of others more than doubled")
        }
        if growth > Stage.growthBytesMax {
            outcome.complaints.append("it took more than 150 MiB more")
        }
    }

    private static func growths(_ stretches: [Stretch]) -> String {
        stretches.map { mebibytes($0.bytes - $0.bytesBefore) }.joined(separator: ", ")
    }

    private static func mebibytes(_ bytes: Int) -> String {
        (Double(bytes) / 1_048_576).digits(0)
    }

    /// The one in the middle.
    private static func p99(of stretches: [Stretch]) -> Double {
        let sorted = stretches.map(\.p99Milliseconds).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

extension Player {
    /// Reads the room with the friend four times a second, without waiting for the replies: a
    /// stopped reader gets none.
    fileprivate func ask(forPages count: Int) async {
        for _ in 0..<count {
            Task { await say(newestPage) }
            await MonotonicClock.pass(250)
        }
    }

    /// How far apart the messages are of those whose latencies are taken.
    fileprivate static let chatMilliseconds = 200

    /// Writes to the friend for good, at a steady pace, however long the answers take: long
    /// messages to one who may not read, or short ones, which are timed.
    fileprivate func chat(_ dice: Dice) async {
        var dice = dice
        let isWriter = person % 4 == 0
        let pause = isWriter ? 2000 : Self.chatMilliseconds
        await MonotonicClock.pass(dice.roll(0...pause))
        await withDiscardingTaskGroup { group in
            while talks {
                group.addTask {
                    await self.write(1, characters: isWriter ? 4000 : 64, to: self.person ^ 1)
                }
                await MonotonicClock.pass(pause)
            }
        }
    }
}
