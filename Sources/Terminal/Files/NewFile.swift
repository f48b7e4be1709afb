import Glibc

/// A file that is written as a whole: no partial content ever appears under its name.
///
/// It begins as a draft in the same folder, readable only by this user. At the end the draft is
/// flushed to the disk and takes its place, which was free or held the file to replace. A draft has
/// no name, so a crash leaves none behind. There are two exceptions: in the moment before it
/// replaces a file, and throughout on a file system without unnamed files, the draft is a hidden
/// file, `.upfor-…`. A failed draft is deleted, but a crash may leave it.
struct NewFile: ~Copyable {
    private let path: String
    private let replaces: Bool
    /// The path of the draft, once it has one.
    private let draft: String
    private let isNamed: Bool
    private let descriptor: Int32
    private let link: Link

    /// `linkat` of two paths.
    typealias Link = (_ old: String, _ new: String, _ flags: Int32) -> Int32

    /// Begins a draft.
    ///
    /// - Parameters:
    ///   - replaces: whether an existing file may be replaced.
    ///   - link: how a file gets another name.
    /// - Throws: `.local` when there is a file that must not be replaced, or none can be created.
    init(
        _ path: String, replaces: Bool = false,
        link: @escaping Link = { linkat(AT_FDCWD, $0, AT_FDCWD, $1, $2) }
    ) throws(Failure) {
        var status = stat()
        if !replaces, lstat(path, &status) == 0 {
            throw .local("cannot make \(path): it is there already")
        }
        let draft = Self.folder(of: path) + "/.upfor-" + MessageMark.fresh()
        let nameless = Self.nameless(in: Self.folder(of: path))
        let descriptor =
            nameless ?? open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LocalFile.problem("make", path) }
        (self.path, self.replaces, self.link) = (path, replaces, link)
        (self.draft, self.descriptor, isNamed) = (draft, descriptor, nameless == nil)
    }

    deinit {
        if isNamed { unlink(draft) }
        close(descriptor)
    }

    /// A file without a name, which can be linked later.
    private static func nameless(in folder: String) -> Int32? {
        // O_TMPFILE of <fcntl.h>, which Swift does not see.
        let descriptor = open(folder, O_RDWR | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        if access(place(of: descriptor), F_OK) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Makes or replaces a file at once.
    static func write(_ bytes: [UInt8], to path: String, replaces: Bool = false) throws(Failure) {
        let new = try NewFile(path, replaces: replaces)
        try new.write(bytes)
        try new.finish()
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        if !Descriptor.write(bytes, to: descriptor) { throw LocalFile.problem("write", path) }
    }

    /// Puts the complete draft in its place.
    ///
    /// - Throws: `.local` when it cannot be flushed to the disk, or when another process has
    ///   created a file there meanwhile.
    consuming func finish() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw LocalFile.problem("write", path) }
        if replaces {
            try replace()
        } else {
            try place()
        }
        if isNamed { unlink(draft) }
        keepName()
    }

    /// Takes the place of an existing file, or a free one.
    private func replace() throws(Failure) {
        guard isNamed || name(draft) || isNeverNamed && copy(), rename(draft, path) == 0 else {
            let problem = LocalFile.problem("write", path)
            unlink(draft)
            throw problem
        }
    }

    /// Gives the draft a name, its first or another, where there is none.
    private func name(_ new: String) -> Bool {
        isNamed
            ? link(draft, new, 0) == 0
            : link(Self.place(of: descriptor), new, AT_SYMLINK_FOLLOW) == 0
    }

    /// Whether the draft can have no name, or no other one, according to `errno`.
    private var isNeverNamed: Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) }

    /// Copies the same bytes into a draft with a name.
    private func copy() -> Bool {
        let copy = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { return false }
        defer { close(copy) }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        lseek(descriptor, 0, SEEK_SET)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return fsync(copy) == 0 }
            guard count > 0, Descriptor.write(Array(chunk.prefix(count)), to: copy) else {
                return false
            }
        }
    }

    /// Takes a free place: linking fails when there is a file, unlike renaming.
    private func place() throws(Failure) {
        if name(path) { return }
        // This file system has no hard links: an empty file reserves the place first.
        guard isNeverNamed, isNamed || copy(), takePlace() else {
            let problem = LocalFile.problem("make", path)
            unlink(draft)
            throw problem
        }
        guard rename(draft, path) == 0 else {
            let problem = LocalFile.problem("make", path)
            unlink(path)
            unlink(draft)
            throw problem
        }
    }

    private func takePlace() -> Bool {
        let empty = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard empty >= 0 else { return false }
        close(empty)
        return true
    }

    /// Flushes the name to the disk. The bytes are there already, so a file system that cannot do
    /// this does not fail the write.
    private func keepName() {
        let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
