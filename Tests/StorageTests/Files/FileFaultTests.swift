import Kernel
import Storage
import TestSupport
import Testing

/// A folder of files on a disk that fails at every call in turn, before a power cut.
@Suite struct `A folder of files on a faulty disk` {
    private static let contents = [
        [], Array("coffee".utf8), Array(`A store of files`.long.prefix(70_000)), [1, 2, 3],
    ]

    /// What was said of the files.
    private struct Said {
        var stored: [FileName: [UInt8]] = [:]
        var removed: Set<FileName> = []
        var failures: [StoreError] = []
    }

    @Test(arguments: [StoreError.failed("the disk failed"), .full("the disk is full")])
    func `loses no file that it has acknowledged, and shows no part of one`(
        _ failure: StoreError
    ) throws {
        var number = 0
        while true {
            number += 1
            let folder = try TemporaryFolder()
            let calls = FaultyFileCalls()
            let files = FileFolder("\(folder.path)/files", calls: calls)
            try files.begin()
            let before = calls.callCount
            calls.fail(at: number, failure)
            let said = Self.work(files)
            guard calls.callCount - before >= number else { break }
            #expect(said.failures == [failure], "at call \(number)")
            try Self.check(FileFolder("\(folder.path)/files"), said, "at call \(number)")
            for seed in 0..<4 {
                var random = SeededGenerator(seed: UInt64(seed))
                try calls.cutPower(&random)
                let left = FileFolder("\(folder.path)/files")
                try left.begin()
                try Self.check(left, said, "power cut \(seed) after call \(number)")
                try left.remove([left.store([9])])
            }
        }
        #expect(number > 20)
    }

    @Test func `stores again when there is room again`() throws {
        let folder = try TemporaryFolder()
        let calls = FaultyFileCalls()
        let files = FileFolder("\(folder.path)/files", calls: calls)
        try files.begin()
        calls.fail(at: 2, .full("the disk is full"))
        #expect(throws: StoreError.full("the disk is full")) { try files.store([1]) }
        #expect(try files.bytes(of: files.store([1])) == [1])
        #expect(try files.names(after: nil, limit: 9).count == 1)
        #expect(try calls.names(in: "\(folder.path)/files/drafts").isEmpty)
    }

    @Test func `keeps its files while a copy is made`() throws {
        let folder = try TemporaryFolder()
        let files = FileFolder("\(folder.path)/files")
        try files.begin()
        let name = try files.store([1])
        let hold = try files.hold()
        #expect(throws: StoreError.contended("the files are being copied")) {
            try files.remove([name])
        }
        #expect(try files.bytes(of: name) == [1])
        #expect(try files.bytes(of: files.store([2])) == [2])
        hold.release()
        try files.remove([name])
        #expect(try files.open(name) == nil)
    }

    /// Stores files and removes one.
    private static func work(_ files: FileFolder) -> Said {
        var said = Said()
        for bytes in contents {
            do throws(StoreError) {
                said.stored[try files.store(bytes)] = bytes
            } catch {
                said.failures.append(error)
            }
        }
        guard let name = said.stored.keys.min() else { return said }
        do throws(StoreError) {
            try files.remove([name])
            said.stored[name] = nil
            said.removed = [name]
        } catch {
            said.failures.append(error)
        }
        return said
    }

    private static func check(_ files: FileFolder, _ said: Said, _ place: Comment) throws {
        for (name, bytes) in said.stored {
            let isKept = try files.bytes(of: name) == bytes
            #expect(isKept, place)
        }
        for name in try files.names(after: nil, limit: 99) {
            let bytes = try #require(try files.bytes(of: name), place)
            let isWhole = contents.contains(bytes)
            #expect(isWhole, place)
        }
        for name in said.removed { #expect(try files.open(name) == nil, place) }
    }
}
