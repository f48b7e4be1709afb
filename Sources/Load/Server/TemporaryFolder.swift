import FoundationEssentials
import Glibc

/// A folder of our own that is gone when this value is.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws(LoadFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/upfor-load.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LoadFailure("cannot make a folder in \(parent)")
        }
        let characters = template.dropLast().map { UInt8(bitPattern: $0) }
        path = String(decoding: characters, as: UTF8.self)
        Leftovers.add(path)
    }

    deinit {
        Leftovers.remove(path)
        try? FileManager.default.removeItem(atPath: path)
    }
}
