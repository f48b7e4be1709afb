import Glibc
public import Kernel
import Synchronization

/// Files in a folder beside the data: `ab/ab12…`, in 256 folders by the first byte of their name.
///
/// A draft lies in `drafts`. Complete, it is synced, renamed, and the new name synced.
public final class FileFolder: FileStore {
    private let path: String
    private let calls: any FileCalls
    private let random: Mutex<any RandomNumberGenerator & Sendable>
    private static let drafts = "drafts"
    private static let folders = (UInt8.min...UInt8.max).map { [$0].hexadecimal }

    /// - Parameters:
    ///   - path: in a folder that no other daemon has.
    ///   - random: the source of names.
    ///   - calls: the system calls.
    package init(
        _ path: String,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        calls: any FileCalls = LinuxFileCalls()
    ) {
        (self.path, self.calls) = (path, calls)
        self.random = Mutex(random)
    }

    /// Creates the folders, and removes drafts of an earlier process.
    public func begin() throws(StoreError) {
        try calls.makeFolder(path)
        try calls.syncFolder(Self.parent(of: path))
        for folder in [Self.drafts] + Self.folders { try calls.makeFolder("\(path)/\(folder)") }
        // A process before may have stopped between the two.
        try calls.syncFolder(path)
        for name in try calls.names(in: "\(path)/\(Self.drafts)") {
            try calls.unlink("\(path)/\(Self.drafts)/\(name)")
        }
    }

    /// Begins a draft.
    public func create() throws(StoreError) -> any FileDraft {
        try draft(of: random.withLock { random in FileName(using: &random) })
    }

    /// Opens a complete file.
    public func open(_ name: FileName) throws(StoreError) -> (any FileContent)? {
        guard let (file, size) = try calls.open(place(of: name)) else { return nil }
        return FolderContent(file, size: size, calls)
    }

    /// Deletes files.
    ///
    /// - Throws: ``StoreError/contended(_:)`` while a copy is made.
    public func remove(_ names: [FileName]) throws(StoreError) {
        guard let hold = Hold(on: path, isExclusive: true) else {
            throw .contended("the files are being copied")
        }
        defer { hold.release() }
        for name in names { try calls.unlink(place(of: name)) }
    }

    /// Lists names, of complete files only.
    public func names(
        after last: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        var names: [FileName] = []
        let first = last.map { $0.text.prefix(2) } ?? ""
        for folder in Self.folders where folder >= first && names.count < limit {
            let found = try calls.names(in: "\(path)/\(folder)").compactMap { FileName($0) }
            let behind = found.sorted().drop { name in last.map { name <= $0 } ?? false }
            names += behind.prefix(limit - names.count)
        }
        return names
    }

    private func draft(of name: FileName) throws(StoreError) -> FolderDraft {
        let draft = draftPlace(of: name)
        return FolderDraft(
            name, at: draft, to: place(of: name), file: try calls.create(draft), calls)
    }

    private func draftPlace(of name: FileName) -> String { "\(path)/\(Self.drafts)/\(name.text)" }

    private func place(of name: FileName) -> String {
        "\(path)/\(name.text.prefix(2))/\(name.text)"
    }

    static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

/// What copies need.
extension FileFolder {
    /// A lock on the folder: while a copy has it, no file is removed.
    package struct Hold {
        private let file: Int32

        /// - Returns: nil when another process has it.
        init?(on path: String, isExclusive: Bool) {
            file = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard file >= 0 || errno == ENOENT else { return nil }
            guard flock(file, (isExclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 || file < 0 else {
                close(file)
                return nil
            }
        }

        /// Ends it.
        package func release() { _ = close(file) }
    }

    /// Keeps all files until it is released.
    ///
    /// - Throws: ``DataFailure``, `.notNow` when the daemon is removing some.
    package func hold() throws(DataFailure) -> Hold {
        for _ in 0..<Self.attemptsMax {
            if let hold = Hold(on: path, isExclusive: false) { return hold }
            usleep(Self.pauseMicroseconds)
        }
        throw DataFailure(.notNow, "the files in \(path) are in use")
    }

    private static let attemptsMax = 100
    private static let pauseMicroseconds: UInt32 = 50_000

    /// Stores a file under a name that it had elsewhere.
    package func write(
        _ name: FileName, _ body: (any FileDraft) throws(StoreError) -> Void
    ) throws(StoreError) {
        try calls.unlink(draftPlace(of: name))
        let draft = try draft(of: name)
        try body(draft)
        try draft.finish()
    }

    /// Gives all files a second name.
    ///
    /// - Parameter new: a folder that is not there.
    package func link(into new: String) throws(DataFailure) {
        guard access(path, F_OK) == 0 else { return }
        for folder in [""] + Self.folders.map({ "/\($0)" }) {
            guard mkdir(new + folder, 0o700) == 0 else {
                throw .ofSystem(.notMade, "cannot make \(new)\(folder)")
            }
        }
        for file in filePaths where Glibc.link("\(path)/\(file)", "\(new)/\(file)") != 0 {
            throw .ofSystem(.notMade, "cannot keep \(path)/\(file) in \(new)")
        }
        for folder in [""] + Self.folders.map({ "/\($0)" })
        where !Draft.syncFolder(of: "\(new)\(folder)/") {
            throw .ofSystem(.notWritten, "cannot write \(new)\(folder)")
        }
    }

    /// Where files are, within the folder.
    private var filePaths: [String] {
        Self.folders.flatMap { folder in
            ((try? calls.names(in: "\(path)/\(folder)")) ?? []).map { "\(folder)/\($0)" }
        }
    }
}

private final class FolderDraft: FileDraft {
    let name: FileName
    private let draft: String
    private let place: String
    private let calls: any FileCalls
    private var file: Int32?
    private var isComplete = false

    init(
        _ name: FileName, at draft: String, to place: String, file: Int32, _ calls: any FileCalls
    ) {
        (self.name, self.draft, self.place, self.calls) = (name, draft, place, calls)
        self.file = file
    }

    deinit {
        if let file { calls.close(file) }
        if !isComplete { try? calls.unlink(draft) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        guard let file else { throw .failed("a finished file was written to") }
        try calls.write(bytes, to: file)
    }

    func finish() throws(StoreError) {
        guard let file else { throw .failed("a file was finished twice") }
        try calls.sync(file)
        calls.close(file)
        self.file = nil
        try calls.rename(draft, to: place)
        isComplete = true
        try calls.syncFolder(FileFolder.parent(of: place))
    }
}

private final class FolderContent: FileContent {
    let size: Int
    private let file: Int32
    private let calls: any FileCalls

    init(_ file: Int32, size: Int, _ calls: any FileCalls) {
        (self.file, self.size, self.calls) = (file, size, calls)
    }

    deinit { calls.close(file) }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        try calls.read(file, into: buffer, at: offset)
    }
}
