import Glibc
import Storage
import WebPush

/// The server's own key for push services, in a file beside the data: made once, since every
/// subscription of a browser belongs to it.
struct VapidFile: Sendable {
    private let folder: String
    var path: String { folder + "/upfor.vapid" }
    static let bytesMax = 4_096

    /// - Parameter folder: the data's own.
    init(in folder: String) {
        self.folder = folder
    }

    /// Reads the key, or makes it: mode 0600, whole or not at all.
    func key() throws(StartFailure) -> CurveKey {
        if let bytes = SmallFile.bytes(of: path, atMost: Self.bytesMax) {
            guard let key = try? CurveKey(pem: bytes) else {
                throw StartFailure("\(path) is no key of P-256 in PEM format")
            }
            // It may have been made by a process that ended before its name was on the disk.
            guard Draft.syncFolder(of: path) else { throw failure }
            return key
        }
        guard errno == ENOENT else {
            throw StartFailure("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard let key = try? CurveKey() else { throw StartFailure("OpenSSL can make no key") }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure }
        do throws(DataFailure) {
            try Draft.write(key.pem, as: path)
        } catch {
            throw StartFailure("\(error)")
        }
        return key
    }

    private var failure: StartFailure {
        StartFailure("cannot write \(path): \(String(cString: strerror(errno)))")
    }
}

/// A file that is read whole.
enum SmallFile {
    /// - Returns: nil when it cannot be read (`errno` says why).
    static func bytes(of path: String, atMost bytesMax: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = read(file, &bytes, bytes.count)
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }
}
