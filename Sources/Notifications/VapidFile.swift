import Glibc
import Kernel
package import Observability
import Settings
import Storage
package import WebPush

/// The server's own keys for push services, in a file beside the data: what browsers subscribe with
/// comes first, and behind it the one before, to which older subscriptions belong.
package struct VapidFile: Sendable {
    private let folder: String
    package var path: String { folder + "/upfor.vapid" }
    package static let bytesMax = 4_096

    /// - Parameter folder: the data's own.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Most keys that are in use.
    static let keysMax = 2

    /// Reads the keys, or makes the first: mode 0600, whole or not at all.
    ///
    /// - Returns: one or two, the newest first.
    package func keys() throws(StartFailure) -> [CurveKey] {
        if let bytes = SmallFile.bytes(of: path, atMost: Self.bytesMax) {
            let keys = try Self.keys(in: bytes, of: path)
            // It may have been made by a process that ended before its name was on the disk.
            guard Draft.syncFolder(of: path) else { throw failure }
            return keys
        }
        guard errno == ENOENT else {
            throw StartFailure("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        let key = try Self.newKey()
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure }
        do throws(DataFailure) {
            try Draft.write(key.pem, as: path)
        } catch {
            throw StartFailure("\(error)")
        }
        return [key]
    }

    /// Puts a new key before the current one, which new subscriptions no longer use.
    ///
    /// - Parameter drops: whether the one before that may go, with all that belongs to it.
    /// - Returns: how many keys there are now.
    /// - Throws: `StartFailure` when there is one before that and it may not go.
    package func rotate(drops: Bool) throws(StartFailure) -> Int {
        let keys = try keys()
        guard drops || keys.count < Self.keysMax else {
            throw StartFailure(
                "\(path) still has the key before: rotate when no browser uses it any more, or say"
                    + " --drop-previous")
        }
        let all = [try Self.newKey()] + keys.prefix(Self.keysMax - 1)
        var before = stat()
        guard stat(path, &before) == 0 else { throw failure }
        do throws(DataFailure) {
            // The daemon's user must be able to read it, also when root makes it.
            let owner = geteuid() == 0 ? (before.st_uid, before.st_gid) : nil
            try Draft.write(all.flatMap(\.pem), as: path, ownedBy: owner)
        } catch {
            throw StartFailure("\(error)")
        }
        return all.count
    }

    private static func newKey() throws(StartFailure) -> CurveKey {
        guard let key = try? CurveKey() else { throw StartFailure("OpenSSL can make no key") }
        return key
    }

    private static func keys(
        in bytes: [UInt8], of path: String
    ) throws(StartFailure) -> [CurveKey] {
        let end = "PRIVATE KEY-----"
        var keys: [CurveKey] = []
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        repeat {
            // Each key is named at its beginning, and at its end.
            guard let begin = rest.firstRange(of: end),
                let range = rest[begin.upperBound...].firstRange(of: end),
                let key = try? CurveKey(pem: Array(rest[..<range.upperBound].utf8 + [0x0A]))
            else { throw StartFailure("\(path) is no key of P-256 in PEM format") }
            keys.append(key)
            rest = rest[range.upperBound...]
        } while keys.count < keysMax && rest.firstRange(of: end) != nil
        return keys
    }

    private var failure: StartFailure {
        StartFailure("cannot write \(path): \(String(cString: strerror(errno)))")
    }
}

/// Whether push services refuse our key, rather than one subscription.
///
/// A subscription that was made with another key is refused alone. Those of several people in a
/// row, and none served between them, say that the fault is probably ours: the key, its contact,
/// or this machine's clock. Since those people may have chosen their subscriptions so, it is only
/// said, and changes nothing for others.
struct KeyStanding: Sendable {
    /// So many people are several.
    static let refusedMin = Configuration.Notifiers.keyRefusalsMin

    /// Whose devices were refused since one was served; at most so many as are several.
    private var refused: Set<User.ID> = []

    /// A push service has taken something.
    mutating func served() { refused = [] }

    /// A push service rejects a request that our key has signed.
    ///
    /// - Returns: whether this makes them several.
    mutating func refused(for user: User.ID) -> Bool {
        guard refused.count < Self.refusedMin else { return false }
        return refused.insert(user).inserted && refused.count == Self.refusedMin
    }
}
