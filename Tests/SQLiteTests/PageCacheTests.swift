import CLinux
import Glibc
import Kernel
import TestSupport
import Testing

@testable import SQLite

/// What is read after a crash comes from the disk.
@Suite struct `The page cache` {
    @Test func `has nothing of a file that was dropped, which is as it was`() throws {
        let file = try CachedFile(bytes: 3_000_000)
        try #require(try !ResidentPages(of: file.descriptor, file.path).isEmpty)
        try SystemPageCache().drop(file.path)
        #expect(try ResidentPages(of: file.descriptor, file.path).isEmpty)
        #expect(try file.contents() == file.bytes)
    }

    /// A page that is mapped and used stays: then the two are compared.
    @Test func `is held against the disk where pages cannot be dropped`() throws {
        let file = try CachedFile(bytes: 3_000_000)
        let left = try ResidentPages(of: file.descriptor, file.path)
        #expect(left.pieces == [0, 1 << 20, 2 << 20])
        try left.compareWithDisk(file.path)
    }

    @Test func `of a file in memory is the file`() throws {
        let path = "/dev/shm/upfor-page-cache-\(getpid())"
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer {
            unlink(path)
            close(file)
        }
        #expect(write(file, "kept", 4) == 4)
        try SystemPageCache().drop(path)
        #expect(SystemPageCache().byteCount(of: path) == 4)
    }

    @Test func `of no file is an error that names it`() {
        #expect(SystemPageCache().byteCount(of: "/nowhere/x") == nil)
        #expect {
            try SystemPageCache().drop("/nowhere/x")
        } throws: { error in
            (error as? StoreError)?.words.contains("/nowhere/x") == true
        }
    }
}

/// A file on a disk, with all its pages in memory.
private final class CachedFile {
    let path: String
    let descriptor: Int32
    let bytes: [UInt8]
    private let folder: TemporaryFolder

    init(bytes count: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/file"
        bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 4096 + $0) }
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        try #require(write(descriptor, bytes, count) == count)
        try #require(fsync(descriptor) == 0)
    }

    func contents() throws -> [UInt8] {
        var contents = [UInt8](repeating: 0, count: bytes.count)
        try #require(pread(descriptor, &contents, contents.count, 0) == contents.count)
        return contents
    }

    deinit { close(descriptor) }
}
