import Files
import Kernel
import Synchronization
import TestSupport
import Testing

/// A store of files in memory, that counts what goes in and out at once.
final class TestFiles: FileStore {
    struct State {
        var files: [FileName: [UInt8]] = [:]
        var random = SeededGenerator(seed: 1)
        var largestPiece = 0
        /// Bytes that there is room for.
        var room = Int.max
    }

    let state = Mutex(State())

    /// What commands use.
    var stored: StoredFiles { StoredFiles(self) }
    /// The most bytes that were read or written at once.
    var largestPiece: Int { state.withLock { $0.largestPiece } }
    /// How many files there are.
    var count: Int { state.withLock { $0.files.count } }

    func bytes(of file: UploadedFile) -> [UInt8] {
        state.withLock { $0.files[file.name] } ?? []
    }

    /// A file that a user has uploaded.
    func uploaded(_ bytes: [UInt8]) throws -> UploadedFile {
        let file = try stored.add(bytes)
        state.withLock { $0.largestPiece = 0 }
        return file
    }

    func begin() {}

    func create() -> any FileDraft {
        TestDraft(state.withLock { FileName(using: &$0.random) }, in: self)
    }

    func open(_ name: FileName) -> (any FileContent)? {
        state.withLock { $0.files[name] }.map { TestContent($0, in: self) }
    }

    func remove(_ names: [FileName]) {
        state.withLock { state in
            for name in names { state.files[name] = nil }
        }
    }

    func discard(_ name: FileName) { remove([name]) }

    func names(after last: FileName?, limit: Int) -> [FileName] { [] }

    fileprivate func note(_ count: Int, isStored: Bool) throws(StoreError) {
        let isFull = state.withLock { state in
            state.largestPiece = max(state.largestPiece, count)
            if isStored { state.room -= min(count, state.room) }
            return isStored && state.room == 0
        }
        if isFull { throw .full("no room in this test") }
    }
}

private final class TestDraft: FileDraft {
    let name: FileName
    private let files: TestFiles
    private var bytes: [UInt8] = []

    init(_ name: FileName, in files: TestFiles) { (self.name, self.files) = (name, files) }

    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try files.note(bytes.count, isStored: true)
        self.bytes += bytes
    }

    func finish() { files.state.withLock { $0.files[name] = bytes } }
}

private final class TestContent: FileContent {
    private let bytes: [UInt8]
    private let files: TestFiles

    init(_ bytes: [UInt8], in files: TestFiles) { (self.bytes, self.files) = (bytes, files) }

    var size: Int { bytes.count }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        try files.note(buffer.count, isStored: false)
        let part = bytes.dropFirst(offset).prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }
}
