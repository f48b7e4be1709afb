import Glibc
import Kernel
import Sessions
import Wire

/// The file beside the data that names the daemon's last runs.
///
/// Written whole under another name, synced and renamed: after a crash it is the old or the new.
struct RunFile: Sendable {
    private let path: String
    private static let bytesMax = 4_096

    /// - Parameter folder: the data's own.
    init(in folder: String) {
        path = folder + "/upfor.runs"
    }

    /// As the sessions use it.
    var memory: RunMemory {
        let file = self
        return RunMemory(
            recall: { file.read() },
            remember: { (names) throws(Refusal) in
                guard file.write(names) else {
                    throw Refusal(.unavailable, "cannot write \(file.path): \(file.reason)")
                }
            })
    }

    /// What was remembered last is committed now: the run before it counts no more, or a copy of
    /// the data that it left would pass for the data themselves.
    func settle() throws(Refusal) {
        try memory.remember(read().suffix(1))
    }

    private func read() -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.bytesMax)
        let count = Glibc.read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    private func write(_ names: [String]) -> Bool {
        let draft = path + ".new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let bytes = Array(names.joined(separator: "\n").utf8)
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        guard close(file) == 0, isWritten, rename(draft, path) == 0 else { return false }
        return isFolderSynced
    }

    private var isFolderSynced: Bool {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { _ = close(file) }
        return fsync(file) == 0
    }

    private var reason: String { String(cString: strerror(errno)) }
}
