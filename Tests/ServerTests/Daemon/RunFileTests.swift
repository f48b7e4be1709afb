import Glibc
import Sessions
import TestSupport
import Testing

@testable import Server

/// What lies beside the data, and knows a copy of itself.
@Suite struct `The file of runs` {
    @Test func `says what was written last`() throws {
        let folder = try TemporaryFolder()
        let file = RunFile(in: folder.path)
        #expect(file.memory.recall() == [])
        let marks = [RunMark(name: "a", step: 7), RunMark(name: "b", step: 0)]
        try file.memory.remember(marks)
        #expect(RunFile(in: folder.path).memory.recall() == marks)
        try file.memory.settle()
        #expect(file.memory.recall() == [RunMark(name: "b", step: 0)])
    }

    @Test func `is read as it was before there were steps`() throws {
        let folder = try TemporaryFolder()
        try write("a\nb", to: "\(folder.path)/upfor.runs")
        #expect(RunFile(in: folder.path).memory.recall().map(\.name) == ["a", "b"])
    }

    @Test func `is worth nothing as a copy, neither a new one nor one in its own place`() throws {
        let folder = try TemporaryFolder()
        let (path, copy) = ("\(folder.path)/upfor.runs", "\(folder.path)/copy")
        let file = RunFile(in: folder.path)
        try file.memory.remember([RunMark(name: "a", step: 1)])
        let bytes = try read(path)
        try file.memory.remember([RunMark(name: "a", step: 2)])
        // As `cp` does it: the old words in the newer file.
        try write(bytes, to: path)
        #expect(file.memory.recall() == [])
        // As `rsync` does it: another file of the same name. It may be given the very inode of the
        // first one, so it must not be born in the same tick.
        waitForTicks()
        try write(bytes, to: copy)
        #expect(rename(copy, path) == 0)
        #expect(file.memory.recall() == [])
    }

    /// Returns two ticks of the clock that file systems read later, some milliseconds. One is not
    /// enough where a tick came late: a file's birth may lie ahead of the clock then, by less than
    /// a tick, and the next file has the same.
    private func waitForTicks() {
        for _ in 1...2 {
            var (start, now) = (timespec(), timespec())
            clock_gettime(CLOCK_REALTIME_COARSE, &start)
            repeat { clock_gettime(CLOCK_REALTIME_COARSE, &now) } while now.tv_nsec == start.tv_nsec
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { _ = close(file) }
        let bytes = Array(text.utf8)
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    private func read(_ path: String) throws -> String {
        let file = open(path, O_RDONLY)
        try #require(file >= 0)
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
