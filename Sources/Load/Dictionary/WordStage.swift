import FoundationEssentials
import SplitMix
import Wire

/// Where those who are there for words act, one deed after the other.
struct WordStage: Sendable {
    private static let patienceNanoseconds: UInt64 = 20_000_000_000
    private static let lagMilliseconds = 5
    /// A server takes 64 pings a second from each.
    private static let pingerCount = 5
    /// Least members: those, and one who reads.
    static let sizeMin = pingerCount + 1

    let crowd: CrowdLoop<WordMember>
    let server: SubjectServer
    let progress: Progress

    /// What the server has words of.
    ///
    /// - Throws: when it has none.
    func language() async throws(LoadFailure) -> WordLanguage {
        try await once(.look, "asking for languages")
        guard let language = await crowd.ask({ crowd, _ in crowd.tally.language }) else {
            throw LoadFailure(
                "the server has no dictionary: make one by `make words`, or name its folder by "
                    + "--words")
        }
        return language
    }

    /// Draws so many different words.
    func collect(_ count: Int, by actors: Int) async throws(LoadFailure) {
        await begin(.collect, by: actors)
        // A small dictionary has fewer: then those are all.
        try await crowd.settle("collecting words", patience: 500, progress) {
            count - min(count, $0.tally.words.count)
        }
        try await finish("collecting words")
    }

    /// A word whose recordings are judged.
    func spokenWord() async throws(LoadFailure) -> String {
        try await once(.speak, "asking for a word to be spoken")
        guard let word = await crowd.ask({ crowd, _ in crowd.tally.spoken }) else {
            throw LoadFailure("the server has no word to be spoken")
        }
        return word
    }

    /// Lets them do it again and again for a while.
    func work(
        _ deed: WordDeed, _ phase: String, by actors: Int, milliseconds: Int
    ) async throws(LoadFailure) -> WordsRun.Work {
        let (start, cpu) = (MonotonicClock.nanoseconds(), try server.cpuNanoseconds())
        await begin(deed, by: actors)
        try await crowd.work(phase, milliseconds: milliseconds, progress)
        try await finish(phase)
        let (end, used) = (MonotonicClock.nanoseconds(), try server.cpuNanoseconds())
        let answers = await crowd.ask { crowd, _ in crowd.tally.answers }
        return WordsRun.Work(
            count: answers.count, perSecond: Double(answers.count) / (Double(end - start) / 1e9),
            cpuMicroseconds: cpu.flatMap { cpu in
                used.map { ($0 - cpu).microseconds(each: answers.count) }
            }, answers: answers)
    }

    /// What some connections meet by pings, in turn, and another one by reads, until something is
    /// over.
    func lag(
        _ phase: String,
        until body: @escaping @Sendable () async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) -> WordsRun.Lag {
        await crowd.ask { crowd, _ in
            crowd.tally.pings = Latencies()
            // A reader reads once in a while, and not again after each reply.
            crowd.tally.begin(nil, by: 0)
        }
        let (crowd, progress) = (crowd, progress)
        let task = Task { () async -> Result<Void, LoadFailure> in
            do throws(LoadFailure) {
                try await crowd.pace(
                    phase, until: .max, every: Self.lagMilliseconds, progress
                ) { now, member, tally, output in
                    let turn = Int(now / 1_000_000) / Self.lagMilliseconds % Self.pingerCount
                    if member.number == turn { member.ping(&tally, &output) }
                    if member.number == Self.pingerCount { member.readOnce(&tally, &output) }
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        let outcome = await Self.result(of: body)
        task.cancel()
        try await task.value.get()
        try outcome.get()
        try await finish(phase)
        return await crowd.ask { crowd, _ in
            WordsRun.Lag(pings: crowd.tally.pings, reads: crowd.tally.answers)
        }
    }

    private static func result(
        of body: () async throws(LoadFailure) -> Void
    ) async -> Result<Void, LoadFailure> {
        do throws(LoadFailure) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func begin(_ deed: WordDeed, by actors: Int) async {
        await crowd.ask { crowd, loop in
            crowd.tally.begin(deed, by: actors)
            crowd.each(on: loop) { member, tally, output in member.act(&tally, &output) }
        }
    }

    /// One of them does it once.
    private func once(_ deed: WordDeed, _ phase: String) async throws(LoadFailure) {
        progress.begin(phase)
        await crowd.ask { crowd, loop in
            crowd.tally.begin(deed, by: 1)
            crowd.each(on: loop) { member, tally, output in member.act(&tally, &output) }
            crowd.tally.actorCount = 0
        }
        try await finish(phase)
    }

    /// Nothing further is begun; returns when all have their answers.
    private func finish(_ phase: String) async throws(LoadFailure) {
        await crowd.ask { crowd, _ in crowd.tally.actorCount = 0 }
        let patience = MonotonicClock.nanoseconds() + Self.patienceNanoseconds
        while true {
            let (waiting, breach, failure) = await crowd.ask { crowd, _ in
                (crowd.tally.waitingCount, crowd.tally.breaches.first, crowd.failure)
            }
            if let failure { throw failure }
            if let breach { throw LoadFailure("BROKEN: \(breach)") }
            if waiting == 0 { return }
            guard MonotonicClock.nanoseconds() < patience else {
                throw LoadFailure("\(phase): \(waiting) have no answer")
            }
            await MonotonicClock.pass(1)
        }
    }
}

/// How long a server takes to start, with a dictionary and without one.
struct DictionaryStarts: Sendable {
    let program: String
    /// Those by which a server has a dictionary.
    let settings: [String]
    /// How many starts of each.
    let count: Int

    /// From the call of the program until it says where it listens, in milliseconds.
    struct Found: Encodable {
        let millisecondsWith: Double
        let millisecondsWithout: Double
    }

    /// One after the other, in turn, on the same data.
    ///
    /// - Parameter folder: for the data; nothing may be in it.
    /// - Returns: the medians.
    func run(in folder: String, _ progress: Progress) throws(LoadFailure) -> Found {
        let empty = "\(folder)/no-words"
        guard
            (try? FileManager.default.createDirectory(
                atPath: empty, withIntermediateDirectories: true)) != nil
        else { throw LoadFailure("cannot make \(empty)") }
        progress.begin("starting")
        // Once before it counts: the first one makes the data.
        _ = try once(settings, in: folder)
        var (with, without) = ([Double](), [Double]())
        for turn in 1...count {
            with.append(try once(settings, in: folder))
            without.append(try once(["words.folder=\(empty)"], in: folder))
            progress.update("starting \(turn)/\(count)")
        }
        return Found(millisecondsWith: Self.median(with), millisecondsWithout: Self.median(without))
    }

    private func once(_ settings: [String], in folder: String) throws(LoadFailure) -> Double {
        let begin = MonotonicClock.nanoseconds()
        let server = try SubjectServer.serve(program, data: folder, settings: settings)
        let end = MonotonicClock.nanoseconds()
        // It ends here.
        withExtendedLifetime(server) {}
        return Double(end - begin) / 1e6
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}

/// A recording that is no word: a second of a hum with noise. It takes as long to be judged as any.
enum TrialRecording {
    private static let samplesPerSecond = 16_000

    /// A WAV file of 16-bit samples.
    ///
    /// - Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0".
    static let wave: [UInt8] = {
        var chance = SplitMix64(seed: 28)
        var wave: [UInt8] = Array("RIFF".utf8)
        func append(_ number: UInt32, bytes: Int) {
            for place in 0..<bytes { wave.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        let bytes = UInt32(2 * samplesPerSecond)
        append(36 + bytes, bytes: 4)
        wave += Array("WAVEfmt ".utf8)
        append(16, bytes: 4)
        // PCM, one channel.
        append(1, bytes: 2)
        append(1, bytes: 2)
        append(UInt32(samplesPerSecond), bytes: 4)
        append(bytes, bytes: 4)
        append(2, bytes: 2)
        append(16, bytes: 2)
        wave += Array("data".utf8)
        append(bytes, bytes: 4)
        for sample in 0..<samplesPerSecond {
            let hum = Int16(sample % 100 < 50 ? 4_000 : -4_000)
            append(UInt32(UInt16(bitPattern: hum + Int16(chance.below(2_000)))), bytes: 2)
        }
        return wave
    }()
}
