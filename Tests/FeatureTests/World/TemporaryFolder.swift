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
