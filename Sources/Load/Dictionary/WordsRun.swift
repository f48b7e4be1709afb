import EventLoop
import Wire

/// The dictionary, games, audio and recordings of a server.
struct WordsRun: Sendable {
    /// Words that are looked up again and again.
    private static let wordCount = 500
    /// Words that are heard.
    private static let soundCount = 20
    /// How often definitions and reads take turns.
    private static let roundCount = 4
    private static let calmMilliseconds = 2_000

    let readers: Int
    let players: Int
    /// How many are sent at once.
    let recordings: Int
    let format: WireFormat
    /// Of each.
    let milliseconds: Int

    /// One kind of work.
    struct Work: Encodable {
        let count: Int
        let perSecond: Double
        /// Processor time of the server for each; nil when its process is not known.
        let cpuMicroseconds: Double?
        let answers: Latencies
    }

    /// What some connections met while others did nothing, or sent recordings.
    struct Lag: Encodable {
        /// Pings: nothing but the loop.
        let pings: Latencies
        /// Reads of one row.
        let reads: Latencies
    }

    /// Many recordings at once.
    struct Crush: Encodable {
        let judged: Int
        /// Answered by 503 with Retry-After.
        let refused: Int
        let calm: Lag
        let busy: Lag
    }

    /// All of it.
    struct Found: Sendable {
        let definitions: Work
        let reads: Work
        let games: Work
        /// How long games took to begin; `games` has how long answers took.
        let plays: Latencies
        /// Nil without a synthesizer.
        let audio: Work?
        /// Nil without a recognizer, or when no recording is to be sent.
        let crush: Crush?
        let breaches: Breaches
    }

    /// - Parameter tokens: of as many users as there are readers, players or recordings.
    func run(
        _ server: SubjectServer, _ tokens: [Int: String], _ progress: Progress
    ) async throws(LoadFailure) -> Found {
        let target = Target(server, subprotocols: [format.subprotocol])
        let size = max(readers, players, WordStage.sizeMin)
        return try await CrowdLoop(size, to: target, tally: WordTally()) { [format] number in
            WordMember(number, token: tokens[number] ?? "", format)
        }.whileThere { crowd throws(LoadFailure) in
            let stage = WordStage(crowd: crowd, server: server, progress: progress)
            try await crowd.reach("signing in", size, progress) { $0.tally.readyCount }
            let language = try await stage.language()
            try await stage.collect(Self.wordCount, by: readers)
            let (definitions, reads) = try await compared(stage)
            let games = try await stage.work(
                .play, "playing", by: players, milliseconds: milliseconds)
            let plays = await crowd.ask { crowd, _ in crowd.tally.plays }
            let audio =
                language.games.contains(.spell) ? try await audio(stage, server, tokens) : nil
            let crush =
                recordings > 0 && language.games.contains(.speak)
                ? try await crush(stage, server, tokens) : nil
            return Found(
                definitions: definitions, reads: reads, games: games, plays: plays, audio: audio,
                crush: crush, breaches: await crowd.ask { crowd, _ in crowd.tally.breaches })
        }
    }

    /// Definitions and reads in turn, so that both meet the same machine.
    private func compared(_ stage: WordStage) async throws(LoadFailure) -> (Work, Work) {
        var (definitions, reads) = ([Work](), [Work]())
        // Once before it counts: what is read the first time is read from the disk.
        _ = try await stage.work(.define, "warming up", by: readers, milliseconds: 200)
        for _ in 1...Self.roundCount {
            let part = max(1, milliseconds / Self.roundCount)
            reads.append(
                try await stage.work(.read, "reading settings", by: readers, milliseconds: part))
            definitions.append(
                try await stage.work(.define, "looking words up", by: readers, milliseconds: part))
        }
        return (Work(definitions), Work(reads))
    }

    /// One connection hears the same words again and again.
    private func audio(
        _ stage: WordStage, _ server: SubjectServer, _ tokens: [Int: String]
    ) async throws(LoadFailure) -> Work {
        let words = await stage.crowd.ask { crowd, _ in crowd.tally.words }
        let request = WebRequest(
            kind: .sound(Array(words.prefix(Self.soundCount))),
            authority: server.address.description, tokens: tokens)
        let phase = try await WebLoop(1, to: server, greeting: request).whileThere {
            loop throws(LoadFailure) in
            try await loop.connect(stage.progress)
            try await loop.several(
                request, "speaking words", count: Self.soundCount, stage.progress)
            return try await loop.work(
                request, "hearing words", milliseconds: milliseconds, stage.progress)
        }
        return Work(
            count: phase.answers.count, perSecond: phase.perSecond,
            cpuMicroseconds: phase.cpuMicroseconds, answers: phase.answers)
    }

    /// Many recordings at once, each of a user of its own.
    private func crush(
        _ stage: WordStage, _ server: SubjectServer, _ tokens: [Int: String]
    ) async throws(LoadFailure) -> Crush {
        let word = try await stage.spokenWord()
        let authority = server.address.description
        // A server does not wait long for a first request, so idle connections begin with one.
        let greeting = WebRequest(kind: .languages, authority: authority, tokens: tokens)
        let request = WebRequest(
            kind: .recording(of: word, TrialRecording.wave), authority: authority, tokens: tokens)
        let calm = try await stage.lag("pinging a calm server") {
            () async throws(LoadFailure) in
            await MonotonicClock.pass(Self.calmMilliseconds)
        }
        return try await WebLoop(recordings, to: server, greeting: greeting).whileThere {
            loop throws(LoadFailure) in
            try await loop.connect(stage.progress)
            let busy = try await stage.lag("sending recordings") {
                () async throws(LoadFailure) in
                _ = try await loop.once(
                    request, "sending \(recordings) recordings", stage.progress)
            }
            let refused = await loop.busyCount()
            return Crush(
                judged: recordings - refused, refused: refused, calm: calm, busy: busy)
        }
    }
}

extension WordsRun.Work {
    /// Several stretches of the same.
    fileprivate init(_ parts: [WordsRun.Work]) {
        var answers = Latencies()
        for part in parts { answers.add(part.answers) }
        let count = parts.reduce(0) { $0 + $1.count }
        let seconds = parts.reduce(0) { $0 + Double($1.count) / max(1e-9, $1.perSecond) }
        let used = parts.compactMap { part in part.cpuMicroseconds.map { $0 * Double(part.count) } }
        self.init(
            count: count, perSecond: Double(count) / max(1e-9, seconds),
            cpuMicroseconds: used.count < parts.count
                ? nil : used.reduce(0, +) / Double(max(1, count)),
            answers: answers)
    }
}

/// What words cost, and what goals that reaches.
struct WordsReport: Report {
    /// Goals of a definition, a game, audio, a start, and of the lag of a loop.
    private static let definitionMicroseconds = 50.0
    private static let gamesPerSecond = 1_000.0
    private static let audioMicroseconds = 1_000.0
    private static let startMilliseconds = 10.0
    private static let lagMicroseconds = 1_000.0

    let definitions: WordsRun.Work
    let reads: WordsRun.Work
    let games: WordsRun.Work
    let plays: Latencies
    let audio: WordsRun.Work?
    let crush: WordsRun.Crush?
    let starts: DictionaryStarts.Found
    let complaints: [String]

    init(_ found: WordsRun.Found, starts: DictionaryStarts.Found) {
        (definitions, reads, games) = (found.definitions, found.reads, found.games)
        (plays, audio, crush) = (found.plays, found.audio, found.crush)
        self.starts = starts
        complaints = found.breaches.first.map { ["BROKEN: \($0)"] } ?? []
    }

    var columns: [String] { ["words", "count", "a second", "cpu µs each"] }

    var rows: [[String]] {
        let works: [(String, WordsRun.Work?)] = [
            ("definition", definitions), ("read of one row", reads), ("game, judged", games),
            ("audio, kept", audio),
        ]
        return works.map { name, work in
            [
                name, work.map { "\($0.count)" } ?? "-", (work?.perSecond).digits(0),
                (work?.cpuMicroseconds).digits(1),
            ]
        }
    }

    var times: [(name: String, took: Latencies)] {
        var times = [
            ("definition", definitions.answers), ("read of one row", reads.answers),
            ("game begun", plays), ("game judged", games.answers),
        ]
        if let audio { times.append(("audio, kept", audio.answers)) }
        if let crush {
            times += [
                ("ping, calm", crush.calm.pings), ("ping, recordings", crush.busy.pings),
                ("read, calm", crush.calm.reads), ("read, recordings", crush.busy.reads),
            ]
        }
        return times
    }

    var remarks: [String] {
        let more = starts.millisecondsWith - starts.millisecondsWithout
        return [
            "a definition: \(definitions.cpuMicroseconds.digits(1)) µs, a read of one row "
                + "\(reads.cpuMicroseconds.digits(1)); goal "
                + verdict(definitions.cpuMicroseconds, atMost: Self.definitionMicroseconds, "µs"),
            "games: \(games.perSecond.digits(0)) a second; goal 1000: "
                + (games.perSecond >= Self.gamesPerSecond ? "reached" : "missed"),
            audioRemark, crushRemark,
            "a start: \(starts.millisecondsWith.digits(1)) ms with a dictionary, "
                + "\(starts.millisecondsWithout.digits(1)) without; "
                + "\(more.digits(1)) ms more, goal "
                + verdict(more, atMost: Self.startMilliseconds, "ms"),
        ]
    }

    private var audioRemark: String {
        guard let audio else { return "audio: not measured, the server has no voice" }
        let (median, tail) = (
            audio.answers.microseconds(percentile: 50), audio.answers.microseconds(percentile: 99)
        )
        return "audio: p50 \(median.digits(0)) µs, p99 \(tail.digits(0)); goal of p50 "
            + verdict(median, atMost: Self.audioMicroseconds, "µs")
    }

    private var crushRemark: String {
        guard let crush else { return "recordings: not measured, or the server does not listen" }
        let (calm, busy) = (
            crush.calm.pings.microseconds(percentile: 99),
            crush.busy.pings.microseconds(percentile: 99)
        )
        return "\(crush.judged + crush.refused) recordings at once: \(crush.judged) judged, "
            + "\(crush.refused) refused with Retry-After; a ping's p99 \(calm.digits(0)) µs "
            + "before, \(busy.digits(0)) meanwhile; goal unchanged, "
            + verdict(busy - calm, atMost: Self.lagMicroseconds, "µs more")
    }

    private func verdict(_ value: Double?, atMost goal: Double, _ unit: String) -> String {
        guard let value else { return "\(goal.digits(0)) \(unit): not measured" }
        return "\(goal.digits(0)) \(unit): \(value <= goal ? "reached" : "missed")"
    }
}
