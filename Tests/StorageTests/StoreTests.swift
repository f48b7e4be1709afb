import Dispatch
import Kernel
import TestLedger
import TestSupport
import Testing

/// What every driver of the port promises about writing.
@Suite struct `A store, writing` {
    @Test(arguments: Driver.allCases)
    func `answers jobs in their order`(driver: Driver) throws {
        let bench = try Bench(driver)
        let texts = (1...200).map { "line-\($0)" }
        let answers = try bench.write(texts.map(Ledger.job)).map(\.outcome)
        #expect(answers == texts)
        #expect(try bench.lines() == (1...200).map { "\($0) line-\($0)" })
    }

    @Test(arguments: Driver.allCases)
    func `commits many jobs at once, but no more than the limit`(driver: Driver) throws {
        let bench = try Bench(driver, groupMax: 8)
        try bench.write((1...20).map { Ledger.job("\($0)") })
        #expect(bench.results.batches == [8, 8, 4])
    }

    @Test(arguments: Driver.allCases)
    func `refuses a job among good ones, which are committed together`(driver: Driver) throws {
        let bench = try Bench(driver)
        let completions = try bench.write([
            Ledger.job("a"), Ledger.refusedEarly, Ledger.job("b"),
        ])
        #expect(completions.map(\.outcome) == ["a", "conflict", "b"])
        #expect(bench.results.batches == [3])
        #expect(try bench.lines() == ["1 a", "2 b"])
    }

    @Test(arguments: Driver.allCases)
    func `keeps what a job has written that says so, and refuses it`(driver: Driver) throws {
        let bench = try Bench(driver)
        let completions = try bench.write([
            Ledger.job("a"), Ledger.refusedAndKept("b"), Ledger.job("c"),
        ])
        #expect(completions.map(\.outcome) == ["a", "conflict", "c"])
        #expect(completions[1].deliveries.count == 1)
        #expect(bench.results.batches == [3])
        #expect(try bench.lines() == ["1 a", "2 b", "3 c"])
    }

    @Test(arguments: Driver.allCases)
    func `undoes what a refused job has written, and nothing else`(driver: Driver) throws {
        let bench = try Bench(driver)
        let completions = try bench.write([
            Ledger.job("a"), Ledger.job("b"), Ledger.refusedLate, Ledger.job("c"),
            Ledger.refusedLate, Ledger.job("d"),
        ])
        #expect(completions.map(\.outcome) == ["a", "b", "conflict", "c", "conflict", "d"])
        #expect(try bench.lines() == ["1 a", "2 b", "3 c", "4 d"])
        #expect(try bench.inbox() == [1, 2, 3, 4])
    }

    @Test(arguments: Driver.allCases)
    func `keeps numbers gapless when the very first job is undone`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.refusedLate])
        try bench.write([Ledger.refusedLate, Ledger.job("a")])
        #expect(try bench.lines() == ["1 a"])
        #expect(try bench.inbox() == [1])
    }

    @Test(arguments: Driver.allCases)
    func `tells of no event that was undone`(driver: Driver) throws {
        let bench = try Bench(driver)
        let completions = try bench.write([
            Ledger.job("a"), Ledger.refusedLate, Ledger.job("b"),
        ])
        let told = completions.map { $0.deliveries.flatMap(\.recipients).map(\.seq) }
        #expect(told == [[1], [], [2]])
    }

    @Test(arguments: Driver.allCases)
    func `answers a broken rule of the database as its own fault`(driver: Driver) throws {
        let bench = try Bench(driver)
        let completions = try bench.write([
            Ledger.job("a"), Ledger.job("a"), Ledger.job("b"),
        ])
        #expect(completions.map(\.outcome) == ["a", "internal", "b"])
        guard case .conflict? = completions[1].fault else {
            Issue.record("expected the database's own words for the log")
            return
        }
        #expect(try bench.lines() == ["1 a", "2 b"])
    }

    @Test(arguments: Driver.allCases)
    func `numbers without gaps, from many threads`(driver: Driver) throws {
        let bench = try Bench(driver)
        let store = try bench.store
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 1...50 { store.write([Ledger.job("\(thread)-\(number)")]) }
        }
        let answers = try bench.results.next(400).map(\.outcome)
        #expect(Set(answers).count == 400)
        let seqs = try bench.lines().compactMap { $0.split(separator: " ").first }
        #expect(seqs == (1...400).map { Substring("\($0)") })
        for thread in 0..<8 {
            let own = answers.filter { $0.hasPrefix("\(thread)-") }
            #expect(own == (1...50).map { "\(thread)-\($0)" })
        }
    }

    @Test(arguments: Driver.allCases, UInt64(1)...12)
    func `does what a list would do, whatever is refused`(driver: Driver, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try Bench(driver, groupMax: 1 + random.below(9))
        var expected: [String] = []
        for round in 0..<12 {
            let kinds = (0..<random.below(12)).map { _ in random.below(5) }
            var jobs: [WriteJob] = []
            for (index, kind) in kinds.enumerated() {
                switch kind {
                case 0: jobs.append(Ledger.refusedEarly)
                case 1: jobs.append(Ledger.refusedLate)
                case 2 where !expected.isEmpty:
                    jobs.append(Ledger.job(expected[random.below(expected.count)]))
                default:
                    jobs.append(Ledger.job("\(round)/\(index)"))
                    expected.append("\(round)/\(index)")
                }
            }
            try bench.write(jobs)
        }
        #expect(
            try bench.lines() == expected.enumerated().map { "\($0.offset + 1) \($0.element)" })
        #expect(try bench.inbox() == (0..<expected.count).map { UInt32($0 + 1) })
    }
}
