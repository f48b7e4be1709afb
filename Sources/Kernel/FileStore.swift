import Dispatch
import Synchronization

/// The port to the bytes of users' files: a folder on one machine, PostgreSQL for several nodes.
///
/// A file is complete and durable before the row that names it commits, and never changes. Only
/// that row says whose it is and who may read it. All calls block: they are for workers and
/// readers, never for a loop.
///
/// - Source: docs/decisions/0058
public protocol FileStore: Sendable {
    /// Creates what is missing, and removes what an earlier process left unfinished. Before the
    /// first draft, and by the daemon that has the data; to read files it is not needed.
    func begin() throws(StoreError)

    /// Begins a file that can be opened once it is complete.
    func create() throws(StoreError) -> any FileDraft

    /// Opens a complete file; nil: there is none of this name.
    func open(_ name: FileName) throws(StoreError) -> (any FileContent)?

    /// Deletes files. Names of which there is no file are passed over.
    func remove(_ names: [FileName]) throws(StoreError)

    /// Deletes a file that no row names, soon: it does not block. What cannot be deleted stays.
    func discard(_ name: FileName)

    /// Files in the order of their names. Also unfinished ones, where these outlive their process.
    ///
    /// - Parameters:
    ///   - after: the last name of the page before; nil: from the first on.
    ///   - limit: most names.
    func names(after: FileName?, limit: Int) throws(StoreError) -> [FileName]
}

/// A file that is being written. One that is released before it is complete is removed.
///
/// Used by one thread at a time.
public protocol FileDraft: AnyObject {
    /// The name that the file will have.
    var name: FileName { get }

    /// Appends bytes.
    ///
    /// - Throws: ``StoreError/full(_:)`` when there is no room for them.
    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError)

    /// Makes the file durable. Nothing can be appended after it.
    func finish() throws(StoreError)
}

/// A complete file, open for reading. It can be read to its end although it is deleted meanwhile,
/// or fails with an error: never with other bytes.
///
/// Used by one thread at a time.
public protocol FileContent: AnyObject {
    /// Bytes of the file.
    var size: Int { get }

    /// Reads bytes from `offset` on, as many as fit into `buffer` and are left.
    ///
    /// - Returns: how many; 0 at the end only.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int
}

/// A complete file, which no row names yet. It is deleted when it is released without one.
public final class UploadedFile: Sendable {
    /// The name in the store.
    public let name: FileName
    /// Bytes of the file.
    public let size: Int
    /// SHA-256 of the content.
    public let digest: [UInt8]
    private let store: any FileStore
    private let isKept = Atomic(false)

    /// - Parameters: as the properties; `store` has the file.
    public init(name: FileName, size: Int, digest: [UInt8], in store: any FileStore) {
        (self.name, self.size, self.digest, self.store) = (name, size, digest, store)
    }

    deinit {
        if !isKept.load(ordering: .relaxed) { store.discard(name) }
    }

    /// A row names it.
    public func keep() { isKept.store(true, ordering: .relaxed) }
}

/// Stores the body of an upload as it arrives, so that only a part of it is in memory. Its calls
/// block.
public protocol UploadSink: Sendable {
    /// Appends bytes.
    ///
    /// - Throws: `.unavailable` when there is no room for them, or the store cannot be reached.
    func append(_ bytes: [UInt8]) throws(Refusal)

    /// Completes the file. Nothing can be appended after it.
    ///
    /// - Throws: as ``append(_:)``.
    func finish() throws(Refusal) -> UploadedFile

    /// Removes what was stored, unless the file is complete.
    func cancel()
}

/// No files, for a catalogue that is only described.
public struct NoFiles: FileStore {
    /// It needs nothing.
    public init() {}

    /// Does nothing.
    public func begin() {}

    /// - Throws: ``StoreError/unreachable(_:)``, always.
    public func create() throws(StoreError) -> any FileDraft {
        throw .unreachable("there is no store of files")
    }

    /// There is none.
    public func open(_ name: FileName) -> (any FileContent)? { nil }

    /// There are none.
    public func remove(_ names: [FileName]) {}

    /// There are none.
    public func names(after: FileName?, limit: Int) -> [FileName] { [] }
}

/// The name of a file: 16 random bytes. To know it opens nothing.
public struct FileName: Hashable, Sendable {
    /// 32 lower-case hexadecimal digits.
    public let text: String

    /// A new name.
    ///
    /// - Parameter random: the source of the 16 bytes.
    public init(using random: inout some RandomNumberGenerator) {
        let halves = [random.next(), random.next()] as [UInt64]
        text = halves.flatMap(\.bigEndianBytes).hexadecimal
    }

    /// - Parameter text: nil unless it is the text of a name.
    public init?(_ text: some StringProtocol) {
        let bytes = text.utf8
        guard bytes.count == 32,
            bytes.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = String(text)
    }
}

extension FileName: Comparable {
    /// By text.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension FileStore {
    /// Deletes it on a thread that may block.
    public func discard(_ name: FileName) {
        discards.async { try? remove([name]) }
    }

    /// Stores a small file.
    ///
    /// - Returns: its name.
    package func store(_ bytes: [UInt8]) throws(StoreError) -> FileName {
        let draft = try create()
        try draft.append(bytes)
        try draft.finish()
        return draft.name
    }

    /// Reads a small file.
    ///
    /// - Returns: all of it; nil: there is none of this name.
    public func bytes(of name: FileName) throws(StoreError) -> [UInt8]? {
        guard let file = try open(name) else { return nil }
        return try file.bytes(in: 0..<file.size)
    }
}

extension FileDraft {
    /// Appends bytes.
    ///
    /// - Throws: ``StoreError/full(_:)`` when there is no room for them.
    public func append(_ bytes: [UInt8]) throws(StoreError) {
        try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
            try append(UnsafeRawBufferPointer(bytes))
        }
    }
}

extension FileContent {
    /// Reads a part.
    ///
    /// - Parameter range: what lies outside the file is left out.
    public func bytes(in range: Range<Int>) throws(StoreError) -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(StoreError) {
                while count < range.count {
                    let rest = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<range.count])
                    let read = try self.read(into: rest, at: range.lowerBound + count)
                    guard read > 0 else { throw .broken("a file is shorter than it was") }
                    count += read
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

private let discards = DispatchQueue(label: "upfor.discards", qos: .utility)
