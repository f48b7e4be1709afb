import Glibc

/// A file that is written as a whole: nobody sees a part of it under its name.
///
/// It begins as a draft in the same folder, which only this user can read. At the end that is
/// brought to the disk and takes its place, where there was nothing, or the file to be replaced. A
/// draft has no name, so a crash leaves none, except in the moment before it replaces a file: then
/// it is a hidden one, `.upfor-…`. Where the file system knows no other it is that from the
/// beginning: it is taken away when it does not come to its end, but a crash leaves it.
struct NewFile: ~Copyable {
    private let path: String
    private let replaces: Bool
    /// Of the draft, from when it has one.
    private let draft: String
    private let isNamed: Bool
    private let descriptor: Int32
    private let link: Link

    /// `linkat` of two paths.
    typealias Link = (_ old: String, _ new: String, _ flags: Int32) -> Int32

    /// Begins a draft.
    ///
    /// - Parameters:
    ///   - replaces: whether a file that is there may go.
    ///   - link: how a file gets another name.
    /// - Throws: `.local` when there is a file that may not go, or none can be made.
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

    /// A file without a name, which can get one.
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

    /// Puts the draft, which is whole now, in its place.
    ///
    /// - Throws: `.local` when it does not come to the disk, or when somebody else has made a file
    ///   there meanwhile.
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

    /// Where something may be.
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

    /// Whether the draft can have no name, or no other one: so says `errno`.
    private var isNeverNamed: Bool { [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) }

    /// Puts the same bytes into a draft with a name.
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

    /// Where nothing is: a second name fails when there is one, as no renaming does.
    private func place() throws(Failure) {
        if name(path) { return }
        // This file system has no second names: the place is taken by an empty file first.
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

    /// Brings the name to the disk. The bytes are there: a file system that cannot do this is no
    /// reason to say that nothing was written.
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
