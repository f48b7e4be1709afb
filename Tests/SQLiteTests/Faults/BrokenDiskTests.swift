import FaultyDisk
import Kernel
import Storage
import TestLedger
import Testing

@testable import SQLite

/// What is trouble for good, and what is not.
@Suite struct `A store whose disk fails` {
    /// A commit of the ledger syncs the WAL as its last operation.
    @Test func `in a sync says so once, and answers nobody any more`() throws {
        let (last, disk) = try Self.measured()
        let bench = try DiskBench(disk)
        bench.disk.fail(.error, at: disk.operationCount + last)
        try bench.write(["a", "b"])
        try bench.write(["c"])
        bench.store.close()
        #expect(bench.witness.completions.isEmpty)
        #expect(bench.witness.conditions.map(\.name) == ["broken"])
    }

    /// - Returns: which operation of the first commit is its sync, and a disk to do it on.
    private static func measured() throws -> (Int, FaultyDisk) {
        let disk = FaultyDisk()
        _ = try DiskBench(disk)
        let copy = disk.afterPowerCut(leaving: .everything, seed: 1)
        let bench = try DiskBench(copy)
        let before = copy.operationCount
        try bench.write(["a", "b"])
        return (copy.operationCount - before, disk)
    }

    @Test func `in reading goes on, when it can be read again`() throws {
        let disk = FaultyDisk()
        do { try DiskBench(disk).write((1...50).map { "\($0)" }) }
        let bench = try DiskBench(disk)
        disk.failReads(true)
        #expect(throws: Refusal.fault) { try bench.lines() }
        disk.failReads(false)
        try bench.write(["more"])
        #expect(try bench.lines().count == 51)
        #expect(bench.witness.conditions.isEmpty)
    }

    @Test func `by damage at run time is broken`() throws {
        let disk = FaultyDisk()
        do { try DiskBench(disk).write((1...50).map { "\($0)" }) }
        let bench = try DiskBench(disk)
        disk.damage()
        #expect(throws: Refusal.fault) { try bench.lines() }
        #expect(bench.witness.conditions.map(\.name) == ["broken"])
        bench.store.write([Ledger.job("late")])
        bench.store.close()
        #expect(bench.witness.completions.isEmpty)
    }

    @Test func `by damage while it was closed does not open`() throws {
        let disk = FaultyDisk()
        do { try DiskBench(disk).write(["a"]) }
        disk.damage()
        try expectProblem(naming: "upfor.sqlite", "malformed") { _ = try DiskBench(disk) }
    }

    /// SQLite's code, `errno` of the call that failed, and what it means to us.
    static let codes: [(Int32, Int32, String)] = [
        (10 | 3 << 8, 5, "broken"),  // IOERR_WRITE, EIO
        (10 | 3 << 8, 28, "full"),  // IOERR_WRITE, ENOSPC
        (10 | 3 << 8, 122, "full"),  // IOERR_WRITE, EDQUOT
        (10 | 3 << 8, 30, "full"),  // IOERR_WRITE, EROFS
        (10 | 4 << 8, 5, "broken"),  // IOERR_FSYNC, EIO
        (10 | 4 << 8, 28, "broken"),  // IOERR_FSYNC, ENOSPC
        (10 | 5 << 8, 5, "broken"),  // IOERR_DIR_FSYNC
        (10 | 6 << 8, 5, "broken"),  // IOERR_TRUNCATE
        (10 | 19 << 8, 28, "full"),  // IOERR_SHMSIZE, ENOSPC
        (10 | 1 << 8, 5, "failed"),  // IOERR_READ
        (13, 28, "full"), (11, 0, "broken"), (11 | 1 << 8, 0, "broken"), (26, 0, "broken"),
        (19 | 8 << 8, 0, "conflict"), (5, 0, "failed"), (7, 0, "failed"), (8, 0, "failed"),
    ]

    @Test(arguments: codes)
    func `reports an error of its own for each kind of failure`(
        code: Int32, errorNumber: Int32, kind: String
    ) {
        let error = StoreError(code: code, errorNumber: errorNumber, "words")
        #expect(Self.kind(of: error) == kind)
        #expect(Self.kind(of: error.whenCommitting) == (kind == "failed" ? "broken" : kind))
    }

    private static func kind(of error: StoreError) -> String {
        switch error {
        case .full: "full"
        case .unreachable: "unreachable"
        case .broken: "broken"
        case .conflict: "conflict"
        case .failed: "failed"
        case .contended: "contended"
        case .unexpectedColumn: "unexpectedColumn"
        }
    }
}
