import Glibc
package import Kernel

/// The system calls that a folder of files makes. Tests let them fail.
package protocol FileCalls: Sendable {
    /// Creates a file that only its owner may read, open for writing.
    func create(_ path: String) throws(StoreError) -> Int32

    /// Opens a file for reading, with its size in bytes; nil: there is none.
    func open(_ path: String) throws(StoreError) -> (file: Int32, size: Int)?

    /// Writes all of `bytes`.
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(StoreError)

    /// Reads at `offset`.
    ///
    /// - Returns: how many bytes; 0 at the end.
    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int

    /// Makes what was written durable.
    func sync(_ file: Int32) throws(StoreError)

    /// Closes a file.
    func close(_ file: Int32)

    /// Renames a file.
    func rename(_ path: String, to new: String) throws(StoreError)

    /// Deletes a file, if it is there.
    func unlink(_ path: String) throws(StoreError)

    /// Creates a folder that only its owner may use.
    ///
    /// - Returns: whether it was missing.
    @discardableResult
    func makeFolder(_ path: String) throws(StoreError) -> Bool

    /// Makes the names in a folder durable.
    func syncFolder(_ path: String) throws(StoreError)

    /// The names in a folder, in no order; without `.` and `..`.
    func names(in path: String) throws(StoreError) -> [String]
}

/// Those of Linux.
package struct LinuxFileCalls: FileCalls {
    /// They need nothing.
    package init() {}

    package func create(_ path: String) throws(StoreError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        return try uninterrupted("create", path) { Glibc.open(path, flags, 0o600) }
    }

    package func open(_ path: String) throws(StoreError) -> (file: Int32, size: Int)? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open", path)
        }
        var facts = stat()
        guard fstat(file, &facts) == 0 else {
            let error = failure("look at", path)
            close(file)
            throw error
        }
        return (file, Int(facts.st_size))
    }

    package func write(
        _ bytes: UnsafeRawBufferPointer, to file: Int32
    ) throws(StoreError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(file, rest.baseAddress, rest.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw failure("write", "a file")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    package func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(StoreError) -> Int {
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw failure("read", "a file") }
        }
    }

    package func sync(_ file: Int32) throws(StoreError) {
        try uninterrupted("sync", "a file") { fsync(file) }
    }

    package func close(_ file: Int32) { _ = Glibc.close(file) }

    package func rename(_ path: String, to new: String) throws(StoreError) {
        try uninterrupted("rename", path) { Glibc.rename(path, new) }
    }

    package func unlink(_ path: String) throws(StoreError) {
        guard Glibc.unlink(path) == 0 || errno == ENOENT else { throw failure("delete", path) }
    }

    package func makeFolder(_ path: String) throws(StoreError) -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw failure("create", path) }
        return false
    }

    package func syncFolder(_ path: String) throws(StoreError) {
        let folder = try uninterrupted("open", path) {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        defer { close(folder) }
        try uninterrupted("sync", path) { fsync(folder) }
    }

    package func names(in path: String) throws(StoreError) -> [String] {
        guard let folder = opendir(path) else { throw failure("list", path) }
        defer { closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)
                ) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw failure("list", path) }
        return names
    }

    /// Repeats a call that a signal has interrupted.
    ///
    /// - Returns: its result, which is not negative.
    @discardableResult
    private func uninterrupted(
        _ verb: String, _ path: String, _ call: () -> Int32
    ) throws(StoreError) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw failure(verb, path) }
        }
    }

    /// The failure of the last call.
    private func failure(_ verb: String, _ path: String) -> StoreError {
        let code = errno
        let words = "cannot \(verb) \(path): \(String(cString: strerror(code)))"
        return switch code {
        case ENOSPC, EDQUOT, EROFS: .full(words)
        default: .failed(words)
        }
    }
}
