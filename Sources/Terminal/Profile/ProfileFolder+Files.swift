import Glibc

extension ProfileFolder {
    /// Makes the folder and those above it, for this user alone.
    func makeFolder() throws(Failure) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0 && errno != EEXIST { throw Self.problem("make", made) }
        }
        if chmod(path, 0o700) != 0 { throw Self.problem("protect", path) }
    }

    /// All bytes of a file; nil when there is none.
    ///
    /// - Parameter bytesMax: of a larger one, some bytes more than these.
    static func contents(
        of file: String, bytesMax: Int = .max
    ) throws(Failure) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw problem("read", file)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw problem("read", file) }
            bytes += chunk.prefix(count)
            if count == 0 || bytes.count > bytesMax { return bytes }
        }
    }

    /// Writes a new file beside `file` and moves it into its place.
    ///
    /// The name carries the process, so that two programs do not write the same new file.
    static func replace(_ file: String, with bytes: [UInt8]) throws(Failure) {
        let new = "\(file).\(getpid()).new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw problem("write", new) }
        let isWritten =
            fchmod(descriptor, 0o600) == 0 && writeAll(bytes, to: descriptor)
            && fsync(descriptor) == 0
        let failure = problem("write", file)
        close(descriptor)
        guard isWritten else {
            unlink(new)
            throw failure
        }
        if rename(new, file) != 0 {
            let failure = problem("write", file)
            unlink(new)
            throw failure
        }
    }

    /// Writes to the end, however often the kernel takes only a part.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func problem(_ verb: String, _ file: String) -> Failure {
        .local("cannot \(verb) \(file): \(String(cString: strerror(errno)))")
    }
}
