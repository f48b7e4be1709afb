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

/// An open file or stream, by its number.
enum Descriptor {
    /// Writes to the end, however often the kernel takes only a part.
    ///
    /// - Returns: false when it cannot be written; `errno` says why.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads to the end.
    ///
    /// - Returns: nil when it cannot be read, and `errno` says why; of more than `bytesMax` bytes,
    ///   some more than these.
    static func contents(of descriptor: Int32, bytesMax: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            bytes += chunk.prefix(count)
            if count == 0 || bytes.count > bytesMax { return bytes }
        }
    }
}
