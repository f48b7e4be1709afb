/// Those who write all the time, whatever happens to their readers.
struct StormWriters: Sendable {
    /// How often due messages are looked for.
    private static let tickMilliseconds = 5

    private let plan: StormPlan
    private let crowd: CrowdLoop<Resident>
    private let writing: Task<LoadFailure?, Never>

    /// Comes, and begins to write when everybody is there.
    ///
    /// - Parameters:
    ///   - memory: what they remember of a connection before.
    ///   - beat: what is due since the beginning, and has not been written, is written at once.
    init(
        _ plan: StormPlan, _ memory: LifeTally, _ beat: Beat, to server: SubjectServer
    ) throws(LoadFailure) {
        self.plan = plan
        let crowd = try CrowdLoop(plan.writerCount, to: Target(server), tally: memory) {
            Resident($0)
        }
        self.crowd = crowd
        writing = Task {
            do throws(LoadFailure) {
                // Silent: what is told is how the others come back.
                try await crowd.pace(
                    "writing", until: .max, every: Self.tickMilliseconds, Progress(isQuiet: true)
                ) { now, member, _, output in
                    member.keepUp(
                        with: beat, as: member.number, to: plan.readers(of: member.number),
                        at: now, &output)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// What `body` makes of them once all are there; they are cut off afterwards, however it ends.
    func whileThere<Outcome>(
        _ progress: Progress, _ body: (StormWriters) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        defer { writing.cancel() }
        return try await crowd.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach("writers come", plan.writerCount, progress) {
                $0.tally.caughtUpCount
            }
            return try await body(self)
        }
    }

    /// Writes no more; returns when that is so.
    func fallSilent() async throws(LoadFailure) {
        writing.cancel()
        if let failure = await writing.value { throw failure }
    }

    /// Messages that have come to their devices.
    var deliveredCount: Int {
        get async { await crowd.ask { crowd, _ in crowd.tally.deliveredCount } }
    }

    /// Is cut off without a word.
    func cut() async throws(LoadFailure) -> LifeTally {
        try await fallSilent()
        return try await crowd.cut()
    }
}
