import Dispatch
import Kernel
import TestLedger
import Testing
import Wire

/// What every driver of the port promises about its end, and about coming back.
@Suite struct `A store, closing` {
    @Test(arguments: Driver.allCases)
    func `finishes what it accepted`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.store.write((1...500).map { Ledger.job("\($0)") })
        try bench.reopen()
        #expect(bench.results.count == 500)
        #expect(try bench.lines().count == 500)
    }

    @Test(arguments: Driver.allCases, 1...20)
    func `finishes or drops what comes at that very moment`(driver: Driver, attempt: Int) throws {
        let bench = try Bench(driver)
        let store = try bench.store
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            switch thread {
            case 0: for number in 1...50 { store.write([Ledger.job("\(number)")]) }
            case 1: for _ in 1...50 { _ = try? store.snapshot(Ledger.lines) }
            default: store.close()
            }
        }
        let answered = bench.results.count
        try bench.reopen()
        #expect(try bench.lines().count == answered)
    }

    @Test(arguments: Driver.allCases)
    func `drops later jobs, and refuses later reads`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.store.close()
        try bench.store.write([Ledger.job("late")])
        let refusal = #expect(throws: Refusal.self) { try bench.lines() }
        #expect(refusal?.code == .unavailable)
        try bench.reopen()
        #expect(try bench.lines() == [])
    }

    @Test(arguments: Driver.allCases)
    func `may be asked for twice`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a")])
        try bench.store.close()
        try bench.reopen()
        #expect(try bench.lines() == ["1 a"])
    }

    @Test(arguments: Driver.allCases)
    func `finds everything when it opens again, and counts on`(driver: Driver) throws {
        let bench = try Bench(driver)
        try bench.write([Ledger.job("a"), Ledger.job("b")])
        try bench.reopen()
        try bench.write([Ledger.refusedLate, Ledger.job("c")])
        #expect(try bench.lines() == ["1 a", "2 b", "3 c"])
        #expect(try bench.inbox() == [1, 2, 3])
    }
}
