import COpenSSL
import Glibc
public import Kernel
public import Storage

/// Copies the data of a daemon, which may be running. Nothing waits for the copy, and commits that
/// are made meanwhile are not in it.
public enum DataCopy {
    /// Writes a copy of the data as one file, sealed, for its owner only.
    ///
    /// Meanwhile new commits stay in the WAL; they are moved into the database afterwards.
    ///
    /// - Parameters:
    ///   - folder: the data folder.
    ///   - path: the new file.
    ///   - note: the copy's note about itself.
    ///   - files: the files that belong to the data.
    ///   - replacing: whether it may replace a file of that name.
    /// - Returns: the copy's size, and how many files are missing in it.
    /// - Throws: ``DataFailure``, and what `observe` throws. Then nothing is left, and an existing
    ///   file of that name is unchanged.
    public static func make(
        of folder: String, as path: String, note: CopyNote, files: DataFiles, replacing: Bool,
        _ observe: CopyObserver = { _ throws(DataFailure) in }
    ) throws(DataFailure) -> (bytes: Int, filesMissing: Int) {
        try refuse(path, beside: folder, replacing: replacing)
        // No file of the state that is copied goes meanwhile.
        let hold = try files.folder.hold()
        defer { hold.release() }
        let source = try StoredData.reader(in: folder)
        let draft = try Draft(of: path)
        try PageCopy.copy(source, to: draft, observe)
        let (found, missing) = try CopiedFiles.listed(files, by: source.connection)
        guard DatabaseHeader.stamp(draft.file, as: DatabaseHeader.copyID),
            Seal.append(note, CopiedFiles(of: found), to: draft.file)
        else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        try CopiedFiles.append(found, from: files.folder, to: draft.file, of: path, observe)
        guard Seal.close(draft.file) else { throw .ofSystem(.notWritten, "cannot write \(path)") }
        let count = Int(lseek(draft.file, 0, SEEK_END))
        try draft.publish(replacing: replacing)
        return (count, missing)
    }

    private static func refuse(
        _ path: String, beside folder: String, replacing: Bool
    ) throws(DataFailure) {
        var (file, parent, data) = (stat(), stat(), stat())
        if lstat(path, &file) == 0 {
            guard file.st_mode & S_IFMT != S_IFDIR else {
                throw DataFailure(.notMade, "\(path) is a folder: expected the name of a file")
            }
            guard replacing else {
                throw DataFailure(.notMade, "\(path) is there already; --force replaces it")
            }
        }
        let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard stat(place, &parent) == 0 else {
            throw .ofSystem(.notMade, "cannot make \(path)")
        }
        // Otherwise it might replace the data, or the file that tells them from a copy.
        if stat(folder, &data) == 0, data.st_ino == parent.st_ino, data.st_dev == parent.st_dev {
            throw DataFailure(.notMade, "\(path) is in the data folder: expected another place")
        }
        // SQLite would take their content for the copy's own.
        for beside in [path + "-wal", path + "-journal"] where lstat(beside, &file) == 0 {
            throw DataFailure(
                .notMade, "\(beside) is there, and would be read with the copy: remove it first")
        }
    }
}

/// The SHA-256 of the first bytes of a file.
enum FileDigest {
    private static let pieceBytes = 1 << 20

    /// - Returns: 64 hexadecimal digits; nil when that many bytes cannot be read (`errno` says why;
    ///   0 when the file is shorter).
    static func ofFirst(
        _ count: Int, of file: Int32, _ observe: (CopyProgress) -> Void = { _ in }
    ) -> String? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else { return nil }
        var piece = [UInt8](repeating: 0, count: pieceBytes)
        var offset = 0
        errno = 0
        while offset < count {
            let length = pread(file, &piece, min(pieceBytes, count - offset), offset)
            guard length > 0, EVP_DigestUpdate(context, piece, length) == 1 else { return nil }
            offset += length
            observe(CopyProgress(bytesDone: offset, bytesAll: count))
        }
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &length) == 1 else { return nil }
        return digest.prefix(Int(length)).hexadecimal
    }
}

/// A copy's note about itself, behind its last page, where SQLite does not read.
public struct CopyNote: Equatable, Sendable {
    /// The version of the program that made it.
    public let version: String
    /// When it was made.
    public let made: Moment
    /// The server's key for push services, as its file has it; nil: there was none.
    public let pushKey: [UInt8]?

    /// - Parameters: as the properties.
    public init(version: String, made: Moment, pushKey: [UInt8]?) {
        (self.version, self.made, self.pushKey) = (version, made, pushKey)
    }

    private static let title = "upford copy"

    /// One line for each value, after its word.
    var text: String {
        var lines = [Self.title, "version \(version)", "made \(made.unixMilliseconds)"]
        if let pushKey { lines.append("push-key \(pushKey.hexadecimal)") }
        return lines.map { $0 + "\n" }.joined()
    }

    /// - Returns: nil when the text is no note.
    init?(_ text: String) {
        let lines = text.split(separator: "\n")
        guard lines.first == Self.title[...] else { return nil }
        var values: [Substring: Substring] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            values[words[0]] = words[1]
        }
        guard let version = values["version"], let made = values["made"].flatMap({ Int64($0) })
        else { return nil }
        let key = values["push-key"].map { [UInt8](hexadecimal: $0) }
        if let key, key == nil { return nil }
        self.init(
            version: String(version), made: Moment(unixMilliseconds: made), pushKey: key ?? nil)
    }
}

extension [UInt8] {
    /// - Returns: nil when the text is not two hexadecimal digits for each byte.
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self = bytes
    }
}
