import Dispatch
import FaultyDisk
import Foundation
import Kernel
import SQLite
import Storage
import TestLedger
import TestSupport
import Testing

/// What is committed comes out of the WAL again, so that it does not grow for ever.
@Suite struct `The WAL` {
    private static let pageBytes = 4096

    private static func walBytes(of bench: DiskBench) -> Int {
        bench.disk.byteCount(ofFilesEndingIn: "-wal")
    }

    @Test func `starts anew when so many pages are in it`() throws {
        let bench = try DiskBench(FaultyDisk()) { $0.checkpointPages = 50 }
        for number in 1...200 { try bench.write(["\(number)"]) }
        // A commit of the ledger has some five pages.
        #expect(Self.walBytes(of: bench) < 70 * Self.pageBytes)
    }

    /// What was erased is in it, too, until then.
    @Test func `is emptied once in so long, however little is in it`() throws {
        let isDone = DispatchSemaphore(value: 0)
        let bench = try DiskBench(FaultyDisk()) {
            $0.renewal = .zero
        } options: {
            $0.checkpointed = { _, _ in isDone.signal() }
        }
        try bench.write(["zebra"])
        try #require(isDone.wait(timeout: .now() + 120) == .success)
        #expect(Self.walBytes(of: bench) == 0)
        let other = try DiskBench(FaultyDisk())
        try other.write(["zebra"])
        #expect(Self.walBytes(of: other) > 0)
    }

    @Test func `grows while a reader holds an old state, and starts anew after`() throws {
        let bench = try DiskBench(FaultyDisk()) { $0.checkpointPages = 50 }
        try bench.write(["0"])
        let seen = try bench.store.snapshot { (snapshot) throws(Refusal) in
            let before = try Ledger.lines(in: snapshot)
            for number in 1...100 {
                do { try bench.write(["\(number)"]) } catch { throw .fault }
            }
            return [before, try Ledger.lines(in: snapshot)]
        }
        #expect(seen == [["1 0"], ["1 0"]])
        #expect(Self.walBytes(of: bench) > 200 * Self.pageBytes)
        let grown = Self.walBytes(of: bench)
        for number in 101...300 { try bench.write(["\(number)"]) }
        // The file keeps its size, and is written from its start again.
        #expect(Self.walBytes(of: bench) <= grown + 70 * Self.pageBytes)
        #expect(try bench.lines().count == 301)
    }

    /// What was erased is in no file then, and the one that is left has everything.
    @Test func `is gone when the store closes`() throws {
        let bench = try Bench()
        try bench.write([Ledger.job("zebra")])
        let wal = "\(bench.folder.path)/upfor.sqlite-wal"
        #expect(FileManager.default.fileExists(atPath: wal))
        try bench.store.close()
        #expect(!FileManager.default.fileExists(atPath: wal))
        try bench.reopen()
        #expect(try bench.lines() == ["1 zebra"])
    }
}
