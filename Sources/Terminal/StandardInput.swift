import Glibc

/// What is piped into the program: read in one way, as what was read ahead is remembered there.
enum StandardInput {
    /// Everything up to its end, without the last line's break.
    static func text() -> String {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    /// Reads to the end.
    ///
    /// - Returns: nil when it cannot be read, and `errno` says why; of more than `bytesMax` bytes,
    ///   one more than these.
    static func bytes(max bytesMax: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        errno = 0
        while bytes.count <= bytesMax, let byte = UInt8(exactly: getchar()) { bytes.append(byte) }
        return bytes.count > bytesMax || errno == 0 ? bytes : nil
    }
}
