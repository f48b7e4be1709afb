import Glibc
import Observability

/// A folder whose files are read whole, once.
struct PageFolder {
    /// Most files, and most folders within one another.
    private static let (filesMax, depthMax) = (1_000, 8)
    /// More than any file may have that is served.
    private static let bytesMax = 1 << 20

    /// Without links and dots.
    private let path: String

    /// - Returns: nil when there is no such folder.
    init?(_ path: String) throws(StartFailure) {
        guard let real = Self.real(path) else {
            guard errno == ENOENT || errno == ENOTDIR else { throw Self.unreadable(path) }
            return nil
        }
        self.path = real
    }

    /// All its files, by their names in it.
    ///
    /// - Throws: when there is something that can be no file of a page: nothing is left out.
    func files() throws(StartFailure) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var folders = [""]
        while let folder = folders.popLast() {
            for entry in try names(in: folder) {
                let name = "\(folder)\(entry)"
                switch try content(of: name) {
                case .folder: folders.append("\(name)/")
                case .file(let bytes): files[name] = bytes
                }
                guard files.count <= Self.filesMax, name.split(separator: "/").count < Self.depthMax
                else { throw StartFailure("\(path) has too many files, or folders in folders") }
            }
        }
        return files
    }

    private enum Content {
        case folder
        case file([UInt8])
    }

    private func content(of name: String) throws(StartFailure) -> Content {
        guard let real = Self.real("\(path)/\(name)") else {
            throw Self.unreadable("\(path)/\(name)")
        }
        guard real.hasPrefix("\(path)/") else {
            throw StartFailure("\(path)/\(name) leads out of the folder")
        }
        // Opening a pipe would block until it has a writer.
        let file = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.unreadable(real) }
        defer { _ = close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.unreadable(real) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG:
            guard let bytes = SmallFile.bytes(of: real, atMost: Self.bytesMax) else {
                throw Self.unreadable(real)
            }
            return .file(bytes)
        default: throw StartFailure("\(real) is no file")
        }
    }

    private func names(in folder: String) throws(StartFailure) -> [String] {
        let path = "\(path)/\(folder)"
        guard let open = opendir(path) else { throw Self.unreadable(path) }
        defer { closedir(open) }
        var names: [String] = []
        while let entry = readdir(open) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            guard Self.isPlain(name) else {
                throw StartFailure("\(path)\(name): a name may have letters, digits and . _ - only")
            }
            names.append(name)
        }
        return names
    }

    /// Whether a name means the same in a path and in an address.
    private static func isPlain(_ name: String) -> Bool {
        !name.hasPrefix(".")
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Without links and dots; nil: there is nothing (`errno` says why).
    private static func real(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static func unreadable(_ path: String) -> StartFailure {
        StartFailure("cannot read \(path): \(String(cString: strerror(errno)))")
    }
}
