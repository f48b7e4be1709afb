public import Kernel

/// Files that move from the database into a bucket, once, when the daemon begins.
///
/// It may be stopped at any time, and several nodes may move at once: a file is removed only after
/// the bucket has it.
public struct MovingFiles: FileStore {
    private let old: any FileStore
    private let new: S3Files
    private let observe: @Sendable (_ moved: Int) -> Void
    private static let pageCount = 100

    /// - Parameters:
    ///   - old: where files of an earlier setting are.
    ///   - new: where files are from now on.
    ///   - observe: is called with the number of moved files, after each hundred.
    public init(
        from old: any FileStore, to new: S3Files,
        observe: @escaping @Sendable (_ moved: Int) -> Void = { _ in }
    ) {
        (self.old, self.new, self.observe) = (old, new, observe)
    }

    /// Moves the files.
    public func begin() throws(StoreError) {
        try old.begin()
        try new.begin()
        var (moved, last): (Int, FileName?) = (0, nil)
        while true {
            let names = try old.names(after: last, limit: Self.pageCount)
            for name in names { try move(name) }
            moved += names.count
            guard names.count == Self.pageCount else { break }
            observe(moved)
            last = names.last
        }
        if moved > 0 { observe(moved) }
    }

    /// Begins a file in the bucket.
    public func create() throws(StoreError) -> any FileDraft { try new.create() }

    /// Opens a complete file; another node may be moving it.
    public func open(_ name: FileName) throws(StoreError) -> (any FileContent)? {
        try new.open(name)
    }

    /// Deletes files.
    public func remove(_ names: [FileName]) throws(StoreError) { try new.remove(names) }

    /// Lists names.
    public func names(
        after last: FileName?, limit: Int
    ) throws(StoreError) -> [FileName] {
        try new.names(after: last, limit: limit)
    }

    private func move(_ name: FileName) throws(StoreError) {
        // A file that was never complete has no content, and is removed only.
        if let content = try old.open(name) {
            let draft = try new.draft(of: name)
            let piece = 1 << 18
            for start in stride(from: 0, to: content.size, by: piece) {
                try draft.append(try content.bytes(in: start..<start + piece))
            }
            try draft.finish()
        }
        try old.remove([name])
    }
}
