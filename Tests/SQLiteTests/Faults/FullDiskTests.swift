import FaultyDisk
import Glibc
import Kernel
import SQLite
import Storage
import TestLedger
import TestSupport
import Testing
import Wire

/// A full disk: nothing is stored, everything is read, and it passes by itself.
@Suite struct `A store on a full disk` {
    private static func fullBench(
        change: (inout StoreOptions) -> Void = { _ in }
    ) throws -> DiskBench {
        let bench = try DiskBench(FaultyDisk(), options: change)
        try bench.write(["before"])
        bench.disk.fail(.full, at: bench.disk.operationCount + 1)
        return bench
    }

    @Test func `refuses what is to be stored, for now, and reads on`() throws {
        let bench = try Self.fullBench()
        try bench.write(["a"])
        let completion = try #require(bench.witness.completions.last)
        let refusal = try #require(completion.refusal)
        #expect(refusal.code == .unavailable)
        #expect(refusal.isTemporary)
        #expect(refusal.retryAfter == .seconds(5))
        #expect(try bench.lines() == ["1 before"])
    }

    @Test func `says so once, however many are refused, and once when it is over`() throws {
        let bench = try Self.fullBench()
        for number in 1...20 { try bench.write(["a\(number)", "b\(number)"]) }
        #expect(bench.witness.conditions.map(\.name) == ["full"])
        bench.disk.makeRoom()
        try bench.write(["after"])
        #expect(bench.witness.conditions.map(\.name) == ["full", "writable"])
        #expect(bench.acknowledged == ["before", "after"])
        #expect(try bench.inbox() == ["1 before", "2 after"])
    }

    @Test func `does not try again with every command`() throws {
        let bench = try Self.fullBench { $0.fullPause = .seconds(3600) }
        try bench.write(["a"])
        let count = bench.disk.operationCount
        bench.disk.makeRoom()
        for number in 1...20 { try bench.write(["b\(number)"]) }
        #expect(bench.disk.operationCount == count)
        #expect(bench.acknowledged == ["before"])
    }

    @Test func `is not over for a job that writes nothing`() throws {
        let bench = try Self.fullBench()
        try bench.write(["a"])
        bench.store.write([Ledger.job("idle") { (_) throws(Refusal) in }])
        try bench.witness.wait(for: 3)
        #expect(bench.witness.conditions.map(\.name) == ["full"])
    }

    /// The same with the kernel's own words for it.
    @Test(.enabled(if: geteuid() == 0, "needs a file system of its own"))
    func `of the real kind comes back when there is room`() throws {
        let parent = try TemporaryFolder()
        guard mount("tmpfs", parent.path, "tmpfs", 0, "size=2m") == 0 else { return }
        defer { umount2(parent.path, Int32(MNT_DETACH)) }
        let witness = Witness()
        var options = StoreOptions.forNobody
        options.sink = { witness.hear($0) }
        options.conditionChanged = { witness.hear($0) }
        options.fullPause = .zero
        let store = try DatabaseStore(
            in: DataFolder.open("\(parent.path)/data"), migrations: Ledger.migrations,
            options: options)
        defer { store.close() }

        let ballast = String(repeating: "x", count: 50_000)
        var count = 0
        while witness.conditions.isEmpty, count < 100 {
            count += 1
            store.write([Ledger.job("\(count) \(ballast)")])
            try witness.wait(for: count)
        }
        #expect(witness.conditions.map(\.name) == ["full"])
        #expect(try store.snapshot(Ledger.lines).count == count - 1)

        #expect(mount("tmpfs", parent.path, "tmpfs", UInt(MS_REMOUNT), "size=8m") == 0)
        store.write([Ledger.job("after")])
        try witness.wait(for: count + 1)
        #expect(witness.completions.last?.outcome == "after")
        #expect(witness.conditions.map(\.name) == ["full", "writable"])
        #expect(try store.snapshot(Ledger.lines).last == "\(count) after")
    }
}
