import Kernel
import PostgreSQL
import S3
import Storage
import TestSupport
import Testing

/// What every store of files promises.
@Suite struct `A store of files` {
    /// Bytes that differ at each place, over more than two pieces.
    static let long = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

    @Test(arguments: FileDriver.allCases)
    func `returns what was stored, whole and in parts`(_ driver: FileDriver) throws {
        let files = try driver.open()
        for bytes in [[], [7], Array(Self.long.prefix(1 << 18)), Self.long] {
            let name = try files.store(bytes)
            let file = try #require(try files.open(name))
            #expect(file.size == bytes.count)
            #expect(try file.bytes(in: 0..<bytes.count) == bytes)
            #expect(try file.bytes(in: bytes.count..<bytes.count + 9).isEmpty)
        }
        let file = try #require(try files.open(try files.store(Self.long)))
        for range in [0..<1, 262_143..<262_145, 524_288..<600_000, 599_999..<600_000] {
            #expect(try file.bytes(in: range) == Array(Self.long[range]))
        }
        #expect(try file.bytes(in: 599_000..<700_000) == Array(Self.long[599_000...]))
    }

    @Test(arguments: FileDriver.allCases)
    func `takes a file in any pieces`(_ driver: FileDriver) throws {
        let files = try driver.open()
        let draft = try files.create()
        var random = SeededGenerator(seed: 5)
        var rest = Self.long[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.below(90_000))
            rest = rest.dropFirst(piece.count)
            try draft.append(Array(piece))
        }
        try draft.finish()
        #expect(try files.bytes(of: draft.name) == Self.long)
    }

    @Test(arguments: FileDriver.allCases)
    func `opens no file that is not complete`(_ driver: FileDriver) throws {
        let files = try driver.open()
        var draft: (any FileDraft)? = try files.create()
        let name = try #require(draft?.name)
        try draft?.append(Self.long)
        #expect(try files.open(name) == nil)
        draft = nil
        #expect(try files.open(name) == nil)
        #expect(try files.names(after: nil, limit: 9).isEmpty)
    }

    @Test(arguments: FileDriver.allCases)
    func `removes a file, and passes over one that is gone`(_ driver: FileDriver) throws {
        let files = try driver.open()
        let (kept, removed) = (try files.store([1]), try files.store([1]))
        #expect(kept != removed)
        try files.remove([removed, removed])
        try files.remove([removed])
        #expect(try files.open(removed) == nil)
        #expect(try files.bytes(of: kept) == [1])
    }

    @Test(arguments: FileDriver.allCases)
    func `reads an open file as it was, or not at all, when it is removed`(
        _ driver: FileDriver
    ) throws {
        let files = try driver.open()
        let name = try files.store(Self.long)
        let file = try #require(try files.open(name))
        #expect(try file.bytes(in: 0..<10) == Array(Self.long.prefix(10)))
        try files.remove([name])
        let rest = try? file.bytes(in: 300_000..<600_000)
        #expect(rest == nil || rest == Array(Self.long[300_000...]))
    }

    @Test(arguments: FileDriver.allCases)
    func `lists names in order, page by page`(_ driver: FileDriver) throws {
        let files = try driver.open()
        let names = try (0..<23).map { try files.store([UInt8($0)]) }.sorted()
        var (listed, last): ([FileName], FileName?) = ([], nil)
        repeat {
            let page = try files.names(after: last, limit: 5)
            last = page.count == 5 ? page.last : nil
            listed += page
        } while last != nil
        #expect(listed == names)
    }

    @Test(arguments: FileDriver.allCases)
    func `keeps what was stored for the next process`(_ driver: FileDriver) throws {
        let place = try driver.place()
        let name = try driver.open(at: place).store(Self.long)
        let abandoned = try driver.open(at: place).create()
        let files = try driver.open(at: place)
        #expect(try files.bytes(of: name) == Self.long)
        #expect(try files.open(abandoned.name) == nil)
    }

    @Test(arguments: FileDriver.allCases)
    func `takes files from several threads at once`(_ driver: FileDriver) async throws {
        let files = try driver.open()
        let names = try await withThrowingTaskGroup(of: FileName.self) { group in
            for byte in UInt8(0)..<40 {
                group.addTask { try files.store(Array(repeating: byte, count: 1_000)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let bytes = try names.map { try #require(try files.bytes(of: $0)) }
        #expect(Set(bytes.compactMap(\.first)).count == 40)
        #expect(bytes.allSatisfy { Set($0).count == 1 && $0.count == 1_000 })
    }
}

@Suite struct `A name of a file` {
    @Test func `is 32 hexadecimal digits`() {
        var random = SeededGenerator(seed: 1)
        let name = FileName(using: &random)
        #expect(name.text.count == 32)
        #expect(FileName(name.text) == name)
        for text in [
            "", "ab", name.text.dropLast() + "G", name.text.dropLast() + "A",
            name.text + "0", "../" + name.text.dropFirst(3),
        ] {
            #expect(FileName(text) == nil)
        }
    }
}

/// A way to store files.
enum FileDriver: CaseIterable, Sendable {
    case folder, postgreSQL, bucket

    /// Those that can be had here: `Tests/postgresql.sh` brings a server, `Tests/s3.sh` another.
    static var allCases: [FileDriver] {
        [.folder] + (TestDatabase.isAtHand ? [.postgreSQL] : [])
            + (TestBucket.isAtHand ? [.bucket] : [])
    }

    /// Where files are.
    enum Place {
        case folder(TemporaryFolder)
        case database(TestDatabase)
        case bucket(TestBucket)
    }

    func place() throws -> Place {
        switch self {
        case .folder: .folder(try TemporaryFolder())
        case .postgreSQL: .database(try TestDatabase())
        case .bucket: .bucket(try TestBucket())
        }
    }

    /// A store with files of its own.
    func open() throws -> any FileStore {
        let place = try place()
        return KeptFiles(store: try open(at: place), place: place)
    }

    func open(at place: Place) throws -> any FileStore {
        let files: any FileStore =
            switch place {
            case .folder(let folder): FileFolder("\(folder.path)/files")
            case .database(let database): FileChunks(postgreSQL: database.settings)
            case .bucket(let bucket): S3Files(bucket.terms)
            }
        try files.begin()
        return files
    }
}

/// A store whose place is gone with it.
private struct KeptFiles: FileStore {
    let store: any FileStore
    let place: FileDriver.Place

    func begin() throws(StoreError) { try store.begin() }

    func create() throws(StoreError) -> any FileDraft { try store.create() }

    func open(_ name: FileName) throws(StoreError) -> (any FileContent)? { try store.open(name) }

    func remove(_ names: [FileName]) throws(StoreError) { try store.remove(names) }

    func names(
        after: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        try store.names(after: after, limit: limit)
    }
}
