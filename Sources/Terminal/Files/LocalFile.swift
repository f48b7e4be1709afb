import Glibc

/// Files of this computer, and what is said when they cannot be had.
enum LocalFile {
    /// All bytes of a file; nil when there is none.
    ///
    /// - Throws: `.local` when it cannot be read, or has more than `bytesMax` bytes.
    static func contents(of file: String, bytesMax: Int) throws(Failure) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw problem("read", file)
        }
        defer { close(descriptor) }
        guard let bytes = Descriptor.contents(of: descriptor, bytesMax: bytesMax) else {
            throw problem("read", file)
        }
        guard bytes.count <= bytesMax else { throw tooLarge(file, bytesMax: bytesMax) }
        return bytes
    }

    /// Makes a folder and those above it, for this user alone.
    static func makeFolder(_ path: String) throws(Failure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0 && errno != EEXIST { throw problem("make", made) }
        }
        if chmod(path, 0o700) != 0 { throw problem("protect", path) }
    }

    static func tooLarge(_ what: String, bytesMax: Int) -> Failure {
        .local("\(what) is too large: it may have \(bytesMax) bytes")
    }

    /// What `errno` says about a file.
    static func problem(_ verb: String, _ file: String) -> Failure {
        .local("cannot \(verb) \(file): \(String(cString: strerror(errno)))")
    }
}
