import EventLoop
import WebSocket

/// A crowd from outside of its loop.
struct CrowdLoop<Member: CrowdMember>: Dismissible, Sendable {
    typealias Loop = EventLoop<Crowd<Member>>

    private static var pollMilliseconds: Int { 50 }

    private let loop: Loop
    private let target: Target

    /// A crowd that begins to connect.
    ///
    /// - Parameter atOnceMax: how many are there at a time; by default all of them.
    init(
        _ size: Int, atOnceMax: Int? = nil, to target: Target, tally: Member.Tally,
        makeMember: @escaping @Sendable (Int) -> Member
    ) throws(LoadFailure) {
        self.target = target
        var limits = LoopLimits()
        let atOnceMax = atOnceMax ?? size
        // Twice as many, since one who has left holds its place until the turn is over.
        limits.connectionsMax = 2 * atOnceMax
        limits.outboxBytesMax = 16_777_216
        do throws(SystemError) {
            loop = try EventLoop(name: "upfor-load", limits: limits) {
                Crowd(
                    size, atOnceMax: atOnceMax, to: target, tally: tally, makeMember: makeMember)
            }
        } catch {
            throw LoadFailure("cannot make an event loop: \(error)")
        }
        loop.start()
        loop.post { loop in loop.handler.admit(on: loop) }
    }

    /// Asks the crowd something, on its loop.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Crowd<Member>, isolated Loop) -> Answer
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            loop.post { loop in continuation.resume(returning: question(loop.handler, loop)) }
        }
    }

    /// Lets the work begin.
    func begin() async {
        await ask { crowd, loop in crowd.each(on: loop) { $0.begin(&$1, &$2) } }
    }

    /// Returns when the crowd has come so far.
    ///
    /// - Parameters:
    ///   - done: how many of `count` have.
    ///   - milliseconds: how long they may take without any progress.
    ///   - deed: what each member does meanwhile, again and again.
    /// - Throws: when the crowd has failed, or is stuck.
    func reach(
        _ phase: String, _ count: Int, stuckAfter milliseconds: Int = 20_000, _ progress: Progress,
        each deed: (@Sendable (inout Member, inout Member.Tally, inout [UInt8]) -> Void)? = nil,
        done: @escaping @Sendable (Crowd<Member>) -> Int
    ) async throws(LoadFailure) {
        let come = try await wait(
            phase, count, stuckAfter: milliseconds, progress, each: deed, done: done)
        if come < count { throw LoadFailure("\(phase): stuck at \(come) of \(count)") }
    }

    /// Returns a moment after everything due has arrived, or nothing arrives any more. Duplicates
    /// can arrive in that moment.
    ///
    /// - Parameters:
    ///   - missing: how much has not arrived. The caller counts afterwards what never arrives.
    ///   - milliseconds: how long to wait while nothing arrives.
    /// - Throws: when the crowd has failed.
    func settle(
        _ phase: String, patience milliseconds: Int, _ progress: Progress,
        missing: @escaping @Sendable (Crowd<Member>) -> Int
    ) async throws(LoadFailure) {
        _ = try await wait(phase, 0, stuckAfter: milliseconds, progress, each: nil) {
            -missing($0)
        }
        try await work(phase, milliseconds: 2 * Self.pollMilliseconds, progress)
    }

    /// - Returns: how far the crowd has come: to less than `count` when it is stuck there.
    private func wait(
        _ phase: String, _ count: Int, stuckAfter milliseconds: Int, _ progress: Progress,
        each deed: (@Sendable (inout Member, inout Member.Tally, inout [UInt8]) -> Void)?,
        done: @escaping @Sendable (Crowd<Member>) -> Int
    ) async throws(LoadFailure) -> Int {
        progress.begin(phase)
        var (best, idle) = (Int.min, 0)
        while true {
            let (now, failure) = await ask { crowd, loop in
                if let deed { crowd.each(on: loop, deed) }
                return (done(crowd), crowd.failure)
            }
            if let failure { throw failure }
            if now >= count { return now }
            (idle, best) = now > best ? (0, now) : (idle + Self.pollMilliseconds, best)
            guard idle < milliseconds else { return now }
            progress.update("\(phase) \(now)/\(count)", target)
            await MonotonicClock.pass(Self.pollMilliseconds)
        }
    }

    /// Lets time pass while the crowd is at work.
    func work(
        _ phase: String, milliseconds: Int, _ progress: Progress
    ) async throws(LoadFailure) {
        progress.begin(phase)
        var passed = 0
        while passed < milliseconds {
            let step = min(500, milliseconds - passed)
            await MonotonicClock.pass(step)
            passed += step
            if let failure = await ask({ crowd, _ in crowd.failure }) { throw failure }
            progress.update("\(phase) \(passed / 1000)/\(milliseconds / 1000) s", target)
        }
    }

    /// Lets each member act when it likes, until that moment or until the task is cancelled.
    ///
    /// - Parameters:
    ///   - end: by ``MonotonicClock``.
    ///   - milliseconds: between two turns.
    ///   - deed: what a member does at that moment.
    func pace(
        _ phase: String, until end: UInt64, every milliseconds: Int, _ progress: Progress,
        deed:
            @escaping @Sendable (
                UInt64, inout Member, inout Member.Tally, inout [UInt8]
            ) -> Void
    ) async throws(LoadFailure) {
        progress.begin(phase)
        let start = MonotonicClock.nanoseconds()
        var now = start
        while now < end, !Task.isCancelled {
            let failure = await ask { [now] crowd, loop in
                crowd.each(on: loop) { deed(now, &$0, &$1, &$2) }
                return crowd.failure
            }
            if let failure { throw failure }
            progress.update("\(phase) \((now - start) / 1_000_000_000) s", target)
            await MonotonicClock.pass(milliseconds)
            now = MonotonicClock.nanoseconds()
        }
    }

    /// Returns when nothing has come from the server for so long, or does not cease to come.
    func hush(
        _ phase: String, quietMilliseconds: Int = 1500, milliseconds: Int = 90_000,
        _ progress: Progress
    ) async throws(LoadFailure) {
        progress.begin(phase)
        var (last, quiet, passed) = (-1, 0, 0)
        while quiet < quietMilliseconds, passed < milliseconds {
            let count = target.traffic.messageCount
            (last, quiet) = (count, count == last ? quiet + Self.pollMilliseconds : 0)
            if let failure = await ask({ crowd, _ in crowd.failure }) { throw failure }
            progress.update(phase, target)
            await MonotonicClock.pass(Self.pollMilliseconds)
            passed += Self.pollMilliseconds
        }
    }

    /// Ends all connections, and the loop; again, it does nothing.
    func dismiss() async {
        loop.post { loop in loop.handler.dismiss(on: loop) }
        await loop.stop()
    }
}

/// What one of many connections says, and what it makes of the answers.
protocol CrowdMember: SendableMetatype {
    /// What all members count together.
    associatedtype Tally: Sendable

    /// Whether it has said goodbye; else a connection that ends is a failure.
    var isLeaving: Bool { get }

    /// The connection is there; what is appended to `output` is sent.
    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8])

    /// All are there, and the work begins.
    mutating func begin(_ tally: inout Tally, _ output: inout [UInt8])

    /// A message has come.
    ///
    /// - Parameter now: when its bytes were read, by ``MonotonicClock``.
    mutating func received(
        _ message: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8])

    /// A ping of one's own was answered.
    mutating func ponged(at now: UInt64, _ tally: inout Tally)

    /// The server has closed with that code, or broken its promises if there is none.
    mutating func ended(by code: CloseCode?, _ tally: inout Tally)
}

extension CrowdMember {
    /// False: for those who stay.
    var isLeaving: Bool { false }

    /// Nothing: for those who do not ping.
    mutating func ponged(at now: UInt64, _ tally: inout Tally) {}

    /// Nothing: for those who wait for the others.
    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {}

    /// Nothing: for those who know why.
    mutating func ended(by code: CloseCode?, _ tally: inout Tally) {}

    /// Nothing: for those whose work begins with the connection.
    mutating func begin(_ tally: inout Tally, _ output: inout [UInt8]) {}
}

/// Something with connections, which are ended when they are not needed any more.
protocol Dismissible {
    /// Ends all connections.
    func dismiss() async
}

extension Dismissible {
    /// What `body` makes of it, which is dismissed afterwards, however that ends.
    func whileThere<Outcome>(
        _ body: (Self) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        do throws(LoadFailure) {
            let outcome = try await body(self)
            await dismiss()
            return outcome
        } catch {
            await dismiss()
            throw error
        }
    }
}

/// Where the connections go.
struct Target: Sendable {
    let address: SocketAddress
    let path: String
    /// What the handshake offers.
    let subprotocols: [String]
    /// The identity that the server must prove; nil without TLS.
    let tls: TLSServer?
    /// Whether it may compress, and must then do so.
    let deflates: Bool
    /// The messages that arrive from there.
    let traffic: Traffic
    /// The process there; nil when it is not measured.
    private let meter: ProcessMeter?

    /// A server that is measured.
    init(
        _ server: SubjectServer, subprotocols: [String] = [], tls: TLSServer? = nil,
        deflates: Bool = false
    ) {
        address = server.address
        path = "/v1/ws"
        (self.subprotocols, self.tls, self.deflates) = (subprotocols, tls, deflates)
        (traffic, meter) = (server.traffic, server.known)
    }

    /// Any server on this machine.
    init(port: UInt16) {
        address = SocketAddress(v4: 0x7F00_0001, port: port)
        path = "/v1/ws"
        (subprotocols, tls, deflates) = ([], nil, false)
        (traffic, meter) = (Traffic(), nil)
    }

    /// What the server has done by now; nil when that is not known.
    func moment() -> Timeline.Moment? {
        guard let meter, let cpu = try? meter.cpuNanoseconds() else { return nil }
        return Timeline.Moment(
            time: MonotonicClock.nanoseconds(), process: meter.process, cpu: cpu,
            heard: traffic.messageCount)
    }
}
