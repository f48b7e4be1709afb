import EventLoop

/// Keep-alive connections over HTTP, each with one request under way at a time.
final class WebCrowd: ConnectionHandler {
    private struct Seat {
        let number: Int
        let connection: ConnectionID
        var answer = WebAnswer()
        var askedAt: UInt64 = 0
        var turn = 0
        var isWaiting = false
    }

    private static let connectingMax = 128

    private let address: SocketAddress
    private let size: Int
    private var seats: [Seat?] = []
    private var admittedCount = 0
    private(set) var openCount = 0
    private(set) var waitingCount = 0
    /// Requests that the server was too busy for, of the current phase.
    private(set) var busyCount = 0
    private(set) var failure: LoadFailure?
    /// Of the current phase.
    private(set) var answers = Latencies()
    private var request: WebRequest?
    private var isOver = true

    /// - Parameter greeting: what each asks as soon as it is connected: a server does not wait
    ///   long for a first request.
    init(_ size: Int, to address: SocketAddress, greeting: WebRequest) {
        (self.size, self.address, request) = (size, address, greeting)
    }

    /// Lets the next ones connect.
    func admit(on loop: isolated EventLoop<WebCrowd>) {
        while failure == nil, admittedCount < size,
            admittedCount - openCount < Self.connectingMax
        {
            guard let connection = loop.connect(to: address) else {
                return fail("no descriptor is left after \(openCount) connections")
            }
            let index = Int(connection.index)
            while seats.count <= index { seats.append(nil) }
            seats[index] = Seat(number: admittedCount, connection: connection)
            admittedCount += 1
        }
    }

    /// All ask: once, or again whenever they are answered.
    func begin(_ request: WebRequest, once: Bool, on loop: isolated EventLoop<WebCrowd>) {
        answers.reset()
        busyCount = 0
        (self.request, isOver) = (request, once)
        for index in seats.indices where seats[index] != nil { ask(index, on: loop) }
    }

    /// Nothing further is asked.
    func finish() { isOver = true }

    /// Resets all connections.
    func dismiss(on loop: isolated EventLoop<WebCrowd>) {
        fail("the crowd was sent home")
        for case let seat? in seats { loop.abort(seat.connection) }
    }

    private func ask(_ index: Int, on loop: isolated EventLoop<WebCrowd>) {
        guard var seat = seats[index], let request else { return }
        let bytes = request.bytes(seat.number, turn: seat.turn)
        seat.turn += 1
        seat.isWaiting = true
        seat.askedAt = MonotonicClock.nanoseconds()
        seats[index] = seat
        waitingCount += 1
        _ = loop.send(bytes.span.bytes, to: seat.connection)
    }

    private func fail(_ reason: String) {
        if failure == nil { failure = LoadFailure(reason) }
    }
}

// MARK: - From the loop

extension WebCrowd {
    func opened(
        _ connection: ConnectionID, peer: SocketAddress, on loop: isolated EventLoop<WebCrowd>
    ) {
        openCount += 1
        ask(Int(connection.index), on: loop)
        admit(on: loop)
    }

    func received(
        _ bytes: UnsafeMutableRawBufferPointer, from connection: ConnectionID,
        on loop: isolated EventLoop<WebCrowd>
    ) {
        let index = Int(connection.index)
        do throws(LoadFailure) {
            guard let status = try seats[index]?.answer.take(UnsafeRawBufferPointer(bytes)) else {
                return
            }
            guard request?.takes(status) == true else {
                return fail("the server answered \(status)")
            }
            if status == 503 {
                guard (seats[index]?.answer.retryAfter ?? 0) > 0 else {
                    return fail("the server answered 503 without Retry-After")
                }
                busyCount += 1
            }
        } catch {
            return fail(error.description)
        }
        answers.record(from: seats[index]?.askedAt ?? 0, to: MonotonicClock.nanoseconds())
        waitingCount -= 1
        seats[index]?.isWaiting = false
        if !isOver { ask(index, on: loop) }
    }

    func closed(
        _ connection: ConnectionID, _ closure: Closure, on loop: isolated EventLoop<WebCrowd>
    ) {
        let isWaiting = seats[Int(connection.index)]?.isWaiting ?? true
        seats[Int(connection.index)] = nil
        // A server that refuses a recording before it has come ends the connection.
        if case .recording = request?.kind, !isWaiting { return }
        fail("a connection to \(address) ended: \(closure)")
    }
}

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
