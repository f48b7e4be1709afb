import Kernel
import Storage
import SwiftProtobuf
import Testing
import Wire

/// What every driver of the port promises about reading.
@Suite struct `A store, reading` {
    private static let reading = ReadJob(origin: nil) { (snapshot) throws(Refusal) in
        let lines = try Ledger.lines(in: snapshot)
        return .roomSent(.with { $0.room = lines.joined(separator: ", ") })
    }

    @Test(arguments: Driver.allCases)
    func `sees what is committed`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a"), Ledger.job("b")])
        try bench.store.read([Self.reading, Self.reading])
        #expect(try bench.results.next(2).map(\.answer) == ["1 a, 2 b", "1 a, 2 b"])
    }

    @Test(arguments: Driver.allCases)
    func `does not see what is not committed yet`(driver: Driver) throws {
        let bench = try Bench(driver)
        let store = try bench.store
        let completions = try bench.write([
            Ledger.job("a"),
            WriteJob(origin: nil) { (_) throws(Refusal) in
                let lines = try store.snapshot { (snapshot) throws(Refusal) in
                    try Ledger.lines(in: snapshot)
                }
                return .roomSent(.with { $0.room = "\(lines.count) lines" })
            },
        ])
        #expect(completions.map(\.answer) == ["a", "0 lines"])
        #expect(try bench.lines() == ["1 a"])
    }

    @Test(arguments: Driver.allCases)
    func `knows how many commands wait, without what the daemon does by itself`(
        driver: Driver
    ) throws {
        let bench = try Bench(driver)
        let store = try #require(bench.store as? DatabaseStore)
        let origin = Origin(connection: 1, loop: 0, command: 1, name: "x", format: .json)
        @Sendable func job(_ origin: Origin?) -> WriteJob {
            WriteJob(origin: origin) { (_) throws(Refusal) in .done(Done()) }
        }
        let completions = try bench.write([
            WriteJob(origin: nil) { (_) throws(Refusal) in
                store.write([job(nil), job(origin), job(nil)])
                return .roomSent(.with { $0.room = "\(store.waitingCounts.writes)" })
            }
        ])
        #expect(completions.map(\.answer) == ["1"])
    }

    @Test(arguments: Driver.allCases)
    func `sees one state throughout, whatever is written meanwhile`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a")])
        let (before, after) = try bench.store.snapshot { (snapshot) throws(Refusal) in
            let before = try Ledger.lines(in: snapshot)
            do { try bench.write([Ledger.job("b")]) } catch { throw .fault }
            return (before, try Ledger.lines(in: snapshot))
        }
        #expect(before == ["1 a"])
        #expect(after == ["1 a"])
        #expect(try bench.lines() == ["1 a", "2 b"])
    }

    @Test(arguments: Driver.allCases)
    func `can change nothing`(driver: Driver) throws {
        let bench = try Bench(driver)
        let insert = Query("INSERT INTO line (seq, text) VALUES (1, 'x') RETURNING seq") {
            columns throws(StoreError) in try columns.integer()
        }
        #expect(throws: Refusal.self) {
            try bench.store.snapshot { (snapshot) throws(Refusal) in try snapshot.all(insert) }
        }
        #expect(try bench.lines() == [])
    }

    @Test(arguments: Driver.allCases)
    func `is refused by name when the rows have another shape`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a")])
        let wrong = Query("SELECT text FROM line") { columns throws(StoreError) in
            try columns.integer()
        }
        let job = ReadJob(origin: nil) { (snapshot) throws(Refusal) in
            _ = try snapshot.all(wrong)
            return .done(Done())
        }
        try bench.store.read([job])
        let completion = try #require(try bench.results.next(1).first)
        #expect(completion.answer == "internal")
        #expect(completion.fault == .unexpectedColumn)
    }
}
