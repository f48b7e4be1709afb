import Glibc

/// What can be known of a dictionary file by its size and first hundred bytes: cheap enough for
/// every start, and enough to refuse what is no dictionary before SQLite looks at it.
///
/// - Source: https://sqlite.org/fileformat2.html, section 1.3
enum DictionaryHeader {
    private static let byteCount = 100

    static func check(_ path: String) throws(LexiconFailure) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw LexiconFailure(
                .missing, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { _ = close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw LexiconFailure(.foreign, "\(path) is no file")
        }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard pread(file, &bytes, byteCount, 0) == byteCount,
            bytes.starts(with: Array("SQLite format 3\0".utf8)),
            number(bytes, at: 68) == DictionarySchema.applicationID
        else { throw LexiconFailure(.foreign, "\(path) is no dictionary") }
        guard number(bytes, at: 60) == DictionarySchema.version else {
            throw LexiconFailure(
                .version,
                "\(path) is a dictionary of version \(number(bytes, at: 60)), and this program"
                    + " reads version \(DictionarySchema.version): make it anew")
        }
        let wholeBytes = number(bytes, at: 28) * DictionarySchema.pageBytes
        guard facts.st_size == wholeBytes else {
            throw LexiconFailure(
                .cutOff, "\(path) has \(facts.st_size) bytes of \(wholeBytes): make it anew")
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
