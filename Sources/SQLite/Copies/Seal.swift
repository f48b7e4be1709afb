import Glibc
import Storage

/// The end of a copy: its note, the files, and a line with the SHA-256 of everything before that
/// line.
///
/// SQLite's own check finds a page that does not fit its neighbours, but no changed character.
/// `head -c -72 FILE | sha256sum` gives the same digits.
enum Seal {
    private static let word = "sha256 "
    private static let lineBytes = 7 + 64 + 1
    private static let noteBytesMax = 16_384

    /// The end of a copy.
    struct End {
        let note: CopyNote
        let files: CopiedFiles
        /// Where the files begin.
        let filesStart: Int
    }

    private static let filesWord = "files "

    /// Appends the note to a file that has only pages. The files follow.
    ///
    /// - Returns: whether it could be written (`errno` says why not).
    static func append(_ note: CopyNote, _ files: CopiedFiles, to file: Int32) -> Bool {
        let last = files == .none ? "" : "\(filesWord)\(files.count) \(files.bytes)\n"
        return append(note.text + last, to: file)
    }

    /// Appends the line with the digest.
    ///
    /// - Returns: whether it could be written (`errno` says why not).
    static func close(_ file: Int32) -> Bool {
        guard let digest = FileDigest.ofFirst(Int(lseek(file, 0, SEEK_END)), of: file)
        else { return false }
        return append("\(word)\(digest)\n", to: file)
    }

    /// Reads a copy's end.
    ///
    /// - Parameter pagesEnd: where the pages end.
    /// - Returns: nil when the file has no seal, and needs none.
    static func read(
        _ file: Int32, bytes count: Int, header: DatabaseHeader, of path: String,
        _ observe: (CopyProgress) -> Void
    ) throws(DataFailure) -> End? {
        let digest = digest(at: count - lineBytes, of: file)
        guard let digest else {
            guard header.applicationID != DatabaseHeader.copyID else {
                throw DataFailure(
                    .damaged, "\(path) is cut off: expected the seal of a copy at its end")
            }
            return nil
        }
        guard let found = FileDigest.ofFirst(count - lineBytes, of: file, observe) else {
            throw .ofSystem(.missing, "cannot read \(path)")
        }
        guard digest == found else {
            throw DataFailure(
                .damaged,
                "\(path) is damaged, or was changed: expected SHA-256 \(digest), got \(found)")
        }
        let start = header.pagesEnd ?? count
        guard start <= count - lineBytes,
            let end = end(at: start, count: count - lineBytes - start, of: file)
        else { throw DataFailure(.damaged, "\(path) has a note that this program cannot read") }
        return end
    }

    /// The note ends where the file does, or with the line that counts the files.
    private static func end(at start: Int, count: Int, of file: Int32) -> End? {
        let text = text(at: start, count: min(count, noteBytesMax), of: file)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = lines.first(where: { $0.hasPrefix(filesWord) }) else {
            guard count <= noteBytesMax, let note = CopyNote(text) else { return nil }
            return End(note: note, files: .none, filesStart: start + count)
        }
        let length = text[..<last.endIndex].utf8.count + 1
        let numbers = last.dropFirst(filesWord.count).split(separator: " ").map { Int($0) }
        guard numbers.count == 2, let filesCount = numbers[0], let bytes = numbers[1],
            filesCount > 0, bytes == count - length,
            let note = CopyNote(String(text[..<last.startIndex]))
        else { return nil }
        return End(
            note: note, files: CopiedFiles(count: filesCount, bytes: bytes),
            filesStart: start + length)
    }

    private static func digest(at offset: Int, of file: Int32) -> String? {
        let line = offset < 0 ? "" : text(at: offset, count: lineBytes, of: file)
        guard line.utf8.count == lineBytes, line.hasPrefix(word), line.hasSuffix("\n") else {
            return nil
        }
        return String(line.dropFirst(word.count).dropLast())
    }

    private static func text(at offset: Int, count: Int, of file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = pread(file, &bytes, count, offset)
        return String(decoding: bytes.prefix(max(0, length)), as: UTF8.self)
    }

    private static func append(_ text: String, to file: Int32) -> Bool {
        let bytes = Array(text.utf8)
        return pwrite(file, bytes, bytes.count, lseek(file, 0, SEEK_END)) == bytes.count
    }
}
