import Glibc
import Storage
import TestLedger
import TestSupport
import Testing

/// The folder is made, locked, and refused with one clear line.
@Suite struct `A data folder` {
    @Test func `is made for its owner only, when it is missing`() throws {
        let parent = try TemporaryFolder()
        let path = parent.path + "/data"
        defer {
            unlink(path + "/upford.lock")
            rmdir(path)
        }
        let folder = try DataFolder.open(path)
        #expect(folder.path == path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test func `is refused to a second daemon, until the first is gone`() throws {
        let parent = try TemporaryFolder()
        do {
            let first = try DataFolder.open(parent.path)
            try expectProblem(naming: first.path, "in use by another upford") {
                _ = try DataFolder.open(parent.path)
            }
        }
        #expect(throws: Never.self) { _ = try DataFolder.open(parent.path) }
    }

    @Test func `belongs to its store as long as that lives`() throws {
        let bench = try Bench(.sqlite)
        try expectProblem(naming: bench.folder.path, "in use by another upford") {
            _ = try DataFolder.open(bench.folder.path)
        }
    }

    @Test func `is refused when its parent is missing`() throws {
        let parent = try TemporaryFolder()
        try expectProblem(naming: parent.path + "/no/data", "No such file or directory") {
            _ = try DataFolder.open(parent.path + "/no/data")
        }
    }

    @Test func `is refused when it is a file`() throws {
        let parent = try TemporaryFolder()
        try parent.write([], to: "data")
        try expectProblem(naming: parent.path + "/data", "Not a directory") {
            _ = try DataFolder.open(parent.path + "/data")
        }
    }

    /// In `/proc` nobody can write, not even the administrator.
    @Test func `is refused when nothing can be written in it`() throws {
        try expectProblem(naming: "/proc/self", "cannot write") {
            _ = try DataFolder.open("/proc/self")
        }
    }

    @Test func `is refused when it has no name`() throws {
        try expectProblem(naming: "data folder") { _ = try DataFolder.open("") }
    }
}
