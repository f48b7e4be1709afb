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
