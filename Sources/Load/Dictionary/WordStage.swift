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
            // Who reads does so once in a while, and not again whenever it is answered.
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
