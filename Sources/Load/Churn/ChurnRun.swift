import WebSocket

/// Connections that come and go: what each costs the server, and what stays behind of them.
struct ChurnRun: Sendable {
    let count: Int
    let atOnce: Int
    /// For what follows a connection to be over: lingering closes, freed memory.
    var calmMilliseconds = 2500

    /// Most connections that there are: those of one wave, and those of the last that linger.
    var connectionsMax: Int { 2 * atOnce }

    private struct Mark {
        let time: UInt64
        let cpu: UInt64

        init(_ meter: ProcessMeter) throws(LoadFailure) {
            time = MonotonicClock.nanoseconds()
            cpu = try meter.cpuNanoseconds()
        }
    }

    /// Measures it.
    ///
    /// A first wave of the same width is not counted: it pays for what the server makes once.
    func run(
        _ contestant: Contestant, _ progress: Progress
    ) async throws(LoadFailure) -> ChurnReport {
        let server = contestant.server
        try await wave(max(2 * atOnce, count / 10), "warming up", contestant.target, progress)
        let before = try await holdings(of: server)
        let start = try Mark(server.meter)
        try await wave(count, "coming and going", contestant.target, progress)
        let end = try Mark(server.meter)
        let after = try await holdings(of: server)
        return ChurnReport(
            connections: count, atOnce: atOnce,
            perSecond: Double(count) / (Double(end.time - start.time) / 1e9),
            cpuMicroseconds: (end.cpu - start.cpu).microseconds(each: count),
            before: before, after: after, isSecure: contestant.target.tls != nil)
    }

    private func wave(
        _ count: Int, _ phase: String, _ target: Target, _ progress: Progress
    ) async throws(LoadFailure) {
        let message = EchoMember.Message(byteCount: 64)
        try await CrowdLoop(
            count, atOnceMax: atOnce, to: target, tally: RoundTally()
        ) { _ in ChurnMember(message) }.whileThere { crowd throws(LoadFailure) in
            try await crowd.reach(phase, count, progress) { $0.leftCount }
            try await crowd.ask { crowd, _ in crowd.tally }.requireUnchanged()
        }
    }

    private func holdings(of server: SubjectServer) async throws(LoadFailure) -> Holdings {
        await MonotonicClock.pass(calmMilliseconds)
        return try Holdings(of: server.meter)
    }
}

/// Comes, hears its message back, says goodbye and leaves.
struct ChurnMember: CrowdMember {
    private let message: EchoMember.Message
    private(set) var isLeaving = false

    init(_ message: EchoMember.Message) {
        self.message = message
    }

    mutating func opened(_ tally: inout RoundTally, _ output: inout [UInt8]) {
        output += message.frame
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout RoundTally,
        _ output: inout [UInt8]
    ) {
        tally.count += 1
        if !bytes.isEqual(to: message.payload) { tally.changedCount += 1 }
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

/// What coming and going costs, and whether anything stays behind.
struct ChurnReport: Report {
    /// What may come and go by itself: a page of a stack, a chunk of the allocator.
    static let bytesOfNoise = 262_144
    /// What the allocator may keep of each of those that were there at once over TLS: OpenSSL
    /// takes it in small pieces, between which others are still in use.
    static let secureBytesOfNoise = 16384

    let connections: Int
    let atOnce: Int
    let perSecond: Double
    /// Processor time of the server for a connection, its echo and its goodbye.
    let cpuMicroseconds: Double
    let before: Holdings
    let after: Holdings
    var isSecure = false

    /// Whether the server holds no more than before.
    var isClean: Bool { extraDescriptors <= 0 && extraBytes <= allowedBytes }

    private var extraDescriptors: Int { after.descriptors - before.descriptors }
    private var extraBytes: Int { after.privateBytes - before.privateBytes }
    private var allowedBytes: Int {
        Self.bytesOfNoise + (isSecure ? atOnce * Self.secureBytesOfNoise : 0)
    }

    var columns: [String] {
        [
            "churn", "connections", "at once", "connections/s", "cpu µs", "before KiB",
            "after KiB", "descriptors before", "after",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(connections)", "\(atOnce)", perSecond.digits(0),
                cpuMicroseconds.digits(1), "\(before.privateBytes / 1024)",
                "\(after.privateBytes / 1024)", "\(before.descriptors)", "\(after.descriptors)",
            ]
        ]
    }

    var complaints: [String] {
        guard !isClean else { return [] }
        return [
            "BROKEN: of those who left, \(extraDescriptors) descriptors and \(extraBytes) bytes "
                + "stay behind, of which \(allowedBytes) may"
        ]
    }
}
