import FoundationEssentials
import Glibc
import Synchronization

/// Words that were spoken before, one file each, in a folder that may be deleted at any time.
///
/// A file's name is the word, and the folder's that of the voice: so the name says all that the
/// sound depends on. When there are too many bytes, the oldest files go.
final class AudioCache: Sendable {
    private let folder: String
    private let bytesMax: Int
    /// Nil until the folder was looked at.
    private let bytes = Mutex<Int?>(nil)

    /// - Parameter voice: which voice speaks, in letters of a file's name: "en-us-1.51".
    init(in folder: String, voice: String, bytesMax: Int) {
        self.folder = "\(folder)/\(voice)"
        self.bytesMax = bytesMax
    }

    func read(_ word: String) -> [UInt8]? {
        guard let data = try? Data(contentsOf: URL(filePath: path(of: word))) else { return nil }
        let bytes = [UInt8](data)
        return Self.isWhole(bytes) ? bytes : nil
    }

    /// Keeps one. Where that does not work, it is made again the next time.
    func write(_ audio: [UInt8], of word: String) {
        let manager = FileManager.default
        try? manager.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let url = URL(filePath: path(of: word))
        guard (try? Data(audio).write(to: url, options: .atomic)) != nil else { return }
        bytes.withLock { bytes in
            let before = bytes ?? files().reduce(0) { $0 + $1.bytes } - audio.count
            bytes = before + audio.count
            if let sum = bytes, sum > bytesMax { bytes = shrink() }
        }
    }

    private func path(of word: String) -> String {
        let escaped = word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "_" + String(Int(byte) + 256, radix: 16).dropFirst()
            }
        }
        return "\(folder)/\(escaped.joined()).opus"
    }

    /// What an Ogg file begins with. A file that was cut off by a crash is empty, or is one of
    /// zeros.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "OggS".utf8) && bytes.count > 100 && bytes.last != 0
    }

    private struct File {
        let path: String
        let bytes: Int
        /// Of its last change, in seconds since 1970.
        let changed: Double
    }

    private func files() -> [File] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            let path = "\(folder)/\(name)"
            var facts = stat()
            guard stat(path, &facts) == 0 else { return nil }
            let changed = facts.st_mtim
            return File(
                path: path, bytes: Int(facts.st_size),
                changed: Double(changed.tv_sec) + Double(changed.tv_nsec) / 1e9)
        }
    }

    /// Deletes the oldest, until a tenth of the room is free.
    ///
    /// - Returns: how many bytes are left.
    private func shrink() -> Int {
        var left = files().sorted { $0.changed < $1.changed }
        var sum = left.reduce(0) { $0 + $1.bytes }
        while sum > bytesMax - bytesMax / 10, !left.isEmpty {
            let oldest = left.removeFirst()
            try? FileManager.default.removeItem(atPath: oldest.path)
            sum -= oldest.bytes
        }
        return sum
    }
}
