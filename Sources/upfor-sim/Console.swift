import Glibc

/// Where progress goes: beside what is printed.
enum Console {
    /// Writes one line.
    static func note(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
