import Dispatch
import Kernel
import SQLite
import Storage
import SwiftProtobuf
import Synchronization
import TestLedger
import TestSupport
import Testing
import Wire

/// What every driver of the port promises about reading.
@Suite struct `A store, reading` {
    private static let look: Job<Snapshot>.Command = { (snapshot) throws(Refusal) in
        let lines = try Ledger.lines(in: snapshot)
        return .roomSent(.with { $0.room = lines.joined(separator: ", ") })
    }
    private static let reading = ReadJob(.command(look, replyTo: .test))

    @Test(arguments: Driver.allCases)
    func `sees what is committed`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a"), Ledger.job("b")])
        try bench.store.read([Self.reading, Self.reading])
        #expect(try bench.results.next(2).map(\.outcome) == ["1 a, 2 b", "1 a, 2 b"])
    }

    @Test(arguments: Driver.allCases)
    func `does not see what is not committed yet`(driver: Driver) throws {
        let bench = try Bench(driver)
        let store = try bench.store
        let look: WriteJob.Command = { (_) throws(Refusal) in
            let lines = try store.snapshot { (snapshot) throws(Refusal) in
                try Ledger.lines(in: snapshot)
            }
            return .roomSent(.with { $0.room = "\(lines.count) lines" })
        }
        let completions = try bench.write([Ledger.job("a"), .command(look, replyTo: .test)])
        #expect(completions.map(\.outcome) == ["a", "0 lines"])
        #expect(try bench.lines() == ["1 a"])
    }

    @Test(arguments: Driver.allCases)
    func `knows how many commands wait, without what the daemon does by itself`(
        driver: Driver
    ) throws {
        let bench = try Bench(driver)
        let store = try #require(bench.store as? DatabaseStore)
        let own = WriteJob { (_) throws(Refusal) in }
        let count: WriteJob.Command = { (_) throws(Refusal) in
            store.write([own, Ledger.job("a"), own])
            return .roomSent(.with { $0.room = "\(store.waitingCounts.writes)" })
        }
        let completions = try bench.write([.command(count, replyTo: .test)])
        #expect(completions.map(\.outcome) == ["1"])
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
    func `gives a value to its caller, and to nobody else`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a")])
        let values = Mutex([[String]]())
        let refusals = Mutex([Refusal]())
        let done = DispatchSemaphore(value: 0)
        let take: @Sendable (Result<[String], Refusal>) -> Void = { result in
            switch result {
            case .success(let lines): values.withLock { $0.append(lines) }
            case .failure(let refusal): refusals.withLock { $0.append(refusal) }
            }
            done.signal()
        }
        try bench.store.read([
            ReadJob({ (snapshot) throws(Refusal) in try Ledger.lines(in: snapshot) }, then: take),
            ReadJob({ (_) throws(Refusal) in throw Ledger.refusal }, then: take),
            Self.reading,
        ])
        for _ in 1...2 {
            try #require(done.wait(timeout: .now() + 120) == .success, "a result that nobody told")
        }
        #expect(values.withLock { $0 } == [["1 a"]])
        #expect(refusals.withLock { $0 } == [Ledger.refusal])
        #expect(try bench.results.next(1).map(\.outcome) == ["1 a"])
        #expect(bench.results.count == 0)
    }

    @Test(arguments: Driver.allCases)
    func `goes with what is written, whose value is certain once it is committed`(
        driver: Driver
    ) throws {
        let bench = try Bench(driver)
        let told = Mutex([String]())
        let take: @Sendable (Result<String, Refusal>) -> Void = { result in
            let word = (try? result.get()) ?? "refused"
            told.withLock { $0.append(word) }
        }
        let jobs = [false, true].map { isRefused in
            WriteJob(
                { (transaction) throws(Refusal) in
                    try Ledger.append("\(isRefused)", in: transaction)
                    if isRefused { throw Ledger.refusal }
                    return "written"
                }, then: take)
        }
        let completions = try bench.write(jobs)
        #expect(told.withLock { $0 } == [])
        for completion in completions { completion.callHandler() }
        #expect(told.withLock { $0 } == ["written", "refused"])
        #expect(try bench.lines() == ["1 false"])
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
        let look: Job<Snapshot>.Command = { (snapshot) throws(Refusal) in
            let rows = try snapshot.all(wrong)
            return .roomSent(.with { $0.room = "\(rows)" })
        }
        try bench.store.read([ReadJob(.command(look, replyTo: .test))])
        let completion = try #require(try bench.results.next(1).first)
        #expect(completion.outcome == "internal")
        #expect(completion.fault == .unexpectedColumn)
    }

    /// Readers see a commit while the sink is still receiving it.
    @Test func `reports its result after the commits that it may have seen`() throws {
        let folder = try TemporaryFolder()
        let order = Mutex<[String]>([])
        let isRead = DispatchSemaphore(value: 0)
        let isTold = DispatchSemaphore(value: 0)
        let opened = Mutex<DatabaseStore?>(nil)
        let count: @Sendable (Snapshot) throws(Refusal) -> Int = { (snapshot) throws(Refusal) in
            try Ledger.lines(in: snapshot).count
        }
        var options = StoreOptions.forNobody
        options.sink = { _ in
            let ordered = ReadJob(isOrdered: true, count) { result in
                order.withLock { $0.append("ordered \(String(describing: try? result.get()))") }
                isTold.signal()
            }
            let other = ReadJob(count) { _ in
                order.withLock { $0.append("not ordered") }
                isRead.signal()
            }
            // Of one owner, so the second is read when the first has been.
            opened.withLock { $0?.read([ordered, other]) }
            #expect(isRead.wait(timeout: .now() + 120) == .success)
            order.withLock { $0.append("commit") }
        }
        let store = try DatabaseStore(
            in: DataFolder.open(folder.path), migrations: Ledger.migrations, options: options)
        defer { store.close() }
        opened.withLock { $0 = store }
        store.write([Ledger.job("a")])
        #expect(isTold.wait(timeout: .now() + 120) == .success)
        #expect(order.withLock { $0 } == ["not ordered", "commit", "ordered Optional(1)"])
    }
}
