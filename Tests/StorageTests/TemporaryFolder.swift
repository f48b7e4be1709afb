import Glibc
import Testing

/// A folder of a test's own, gone with it. It holds files only.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/upfor-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil, "no temporary folder")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Makes a file in it.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    /// The names of the files in it.
    private var names: [String] {
        guard let listing = opendir(path) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
