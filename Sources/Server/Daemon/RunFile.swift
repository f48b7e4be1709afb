import CLinux
import Glibc
import Kernel
import Sessions
import Storage
import Wire

/// The file beside the data that says how far the daemon's last runs have come.
///
/// Written whole under another name, synced and renamed: after a crash it is the old or the new.
/// It says when it was born, which no copy of it can make true: a file that was put back, by
/// whatever tool, is another, or has the birth of the one that it overwrote.
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
            remember: { (marks) throws(Refusal) in
                do throws(DataFailure) {
                    try file.write(marks)
                } catch {
                    throw Refusal(.unavailable, error.description)
                }
            })
    }

    /// The same beside other nodes: the epoch is the database's, and another node's runs are none
    /// of this file's. Only data that were found to be others, by this node, get a new one.
    var sharedMemory: RunMemory? {
        let mark = path + ".replaced"
        guard access(mark, F_OK) == 0 else { return nil }
        return RunMemory(recall: { [] }, remember: { _ in })
    }

    /// The epoch is a new one from here on, if it has to be.
    func settleShared() { _ = unlink(path + ".replaced") }

    /// The data that this node shares with others are not as they were left: its next run begins a
    /// new epoch.
    func noteReplaced() { try? Draft.write([], as: path + ".replaced") }

    /// The data are not those of the last run: the next one begins a new epoch.
    func forget() { _ = unlink(path) }

    private func read() -> [RunMark] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { _ = close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.bytesMax)
        let count = Glibc.read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(separator: "\n").map { $0.split(separator: " ") }
        // Before, a file did not say.
        if let born = lines.first(where: { $0.first == "born" })?.last,
            let birth = Self.birth(of: file), birth != born
        {
            return []
        }
        return lines.filter { $0.first != "born" }.compactMap { words in
            words.first.map { name in
                RunMark(
                    name: String(name), step: words.dropFirst().first.flatMap { UInt32($0) } ?? 0)
            }
        }
    }

    private func write(_ marks: [RunMark]) throws(DataFailure) {
        let draft = try Draft(of: path)
        let born = Self.birth(of: draft.file).map { ["born \($0)"] } ?? []
        let lines = born + marks.filter { !$0.name.isEmpty }.map { "\($0.name) \($0.step)" }
        try draft.write(Array(lines.joined(separator: "\n").utf8))
        try draft.publish(replacing: true)
    }

    /// Which file it is, and when it was made, as the clock's ticks of some milliseconds tell; nil
    /// where the file system does not know.
    private static func birth(of file: Int32) -> String? {
        let (emptyPath, birthTime) = (Int32(0x1000), UInt32(0x800))
        // As `struct statx` has it: the mask of what is known, inode, seconds and nanoseconds.
        var facts = [UInt8](repeating: 0, count: 256)
        guard linux_statx(file, "", emptyPath, birthTime, &facts) == 0 else { return nil }
        return facts.withUnsafeBytes { facts in
            guard facts.loadUnaligned(as: UInt32.self) & birthTime != 0 else { return nil }
            let inode = facts.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
            let seconds = facts.loadUnaligned(fromByteOffset: 80, as: Int64.self)
            let nanoseconds = facts.loadUnaligned(fromByteOffset: 88, as: UInt32.self)
            return "\(inode):\(seconds).\(nanoseconds)"
        }
    }
}
