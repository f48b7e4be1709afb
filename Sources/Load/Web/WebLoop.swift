import EventLoop

/// A crowd over HTTP from outside of its loop.
struct WebLoop: Dismissible, Sendable {
    private static let pollMilliseconds = 20
    private static let patienceMilliseconds = 20_000

    private let loop: EventLoop<WebCrowd>
    private let size: Int
    private let server: SubjectServer

    /// Begins to connect; each asks once as soon as it is there.
    init(
        _ size: Int, to server: SubjectServer, greeting: WebRequest
    ) throws(LoadFailure) {
        (self.size, self.server) = (size, server)
        var limits = LoopLimits()
        limits.connectionsMax = size + 1
        do throws(SystemError) {
            loop = try EventLoop(name: "upfor-load", limits: limits) {
                WebCrowd(size, to: server.address, greeting: greeting)
            }
        } catch {
            throw LoadFailure("cannot make an event loop: \(error)")
        }
        loop.start()
        loop.post { loop in loop.handler.admit(on: loop) }
    }

    /// Returns when all connections are there, and have their first answers.
    func connect(_ progress: Progress) async throws(LoadFailure) {
        try await reach("connecting", size, progress) { $0.answers.count }
    }

    /// Each asks once.
    func once(
        _ request: WebRequest, _ phase: String, _ progress: Progress
    ) async throws(LoadFailure) -> Int {
        await ask { crowd, loop in crowd.begin(request, once: true, on: loop) }
        try await reach(phase, size, progress) { $0.answers.count }
        return await ask { crowd, _ in crowd.answers.count }
    }

    /// All ask again and again, until they have so many answers in all.
    func several(
        _ request: WebRequest, _ phase: String, count: Int, _ progress: Progress
    ) async throws(LoadFailure) {
        await ask { crowd, loop in crowd.begin(request, once: false, on: loop) }
        try await reach(phase, count, progress) { $0.answers.count }
        await ask { crowd, _ in crowd.finish() }
        try await reach(nil, 0, progress) { -$0.waitingCount }
    }

    /// All ask again and again for a while.
    func work(
        _ request: WebRequest, _ phase: String, milliseconds: Int, _ progress: Progress
    ) async throws(LoadFailure) -> WebReport.Phase {
        let (start, cpu) = (MonotonicClock.nanoseconds(), try server.cpuNanoseconds())
        await ask { crowd, loop in crowd.begin(request, once: false, on: loop) }
        progress.begin(phase)
        await MonotonicClock.pass(milliseconds)
        await ask { crowd, _ in crowd.finish() }
        try await reach(nil, 0, progress) { -$0.waitingCount }
        let took = MonotonicClock.nanoseconds() - start
        let used = try server.cpuNanoseconds()
        let answers = await ask { crowd, _ in crowd.answers }
        return WebReport.Phase(
            perSecond: Double(answers.count) / (Double(took) / 1e9),
            cpuMicroseconds: cpu.flatMap { cpu in
                used.map { ($0 - cpu).microseconds(each: answers.count) }
            }, answers: answers)
    }

    /// How many requests of the last phase the server was too busy for.
    func busyCount() async -> Int { await ask { crowd, _ in crowd.busyCount } }

    /// Ends all connections.
    func dismiss() async {
        loop.post { loop in loop.handler.dismiss(on: loop) }
        await loop.stop()
    }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (WebCrowd, isolated EventLoop<WebCrowd>) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            loop.post { loop in continuation.resume(returning: question(loop.handler, loop)) }
        }
    }

    private func reach(
        _ phase: String?, _ count: Int, _ progress: Progress,
        _ done: @escaping @Sendable (WebCrowd) -> Int
    ) async throws(LoadFailure) {
        if let phase { progress.begin(phase) }
        var (best, idle) = (Int.min, 0)
        while true {
            let (now, failure) = await ask { crowd, _ in (done(crowd), crowd.failure) }
            if let failure { throw failure }
            if now >= count { return }
            (best, idle) = now > best ? (now, 0) : (best, idle + Self.pollMilliseconds)
            guard idle < Self.patienceMilliseconds else {
                throw LoadFailure("\(phase ?? "the last answers"): stuck at \(now) of \(count)")
            }
            await MonotonicClock.pass(Self.pollMilliseconds)
        }
    }
}
