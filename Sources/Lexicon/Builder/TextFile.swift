import Glibc

/// Why a dictionary cannot be made.
public struct SourceFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, for the author of the file.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A file of lines that a dictionary is made of.
struct TextFile {
    let path: String
    let lines: [ArraySlice<UInt8>]

    /// Most bytes of one: three times WordNet's largest.
    private static let bytesMax = 64 << 20

    init(_ path: String) throws(SourceFailure) {
        self.path = path
        lines = try Self.bytes(of: path).split(separator: UInt8(ascii: "\n"))
    }

    /// Its lines of several texts, which tabs separate.
    ///
    /// - Throws: when a line does not have so many.
    func rows(of count: Int) throws(SourceFailure) -> [[String]] {
        var rows: [[String]] = []
        rows.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated() {
            let texts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard texts.count == count else {
                throw SourceFailure(
                    "\(path), line \(index + 1): expected \(count) texts with tabs between")
            }
            rows.append(texts.map { String(decoding: $0, as: UTF8.self) })
        }
        return rows
    }

    private static func bytes(of path: String) throws(SourceFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw SourceFailure("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        defer { _ = close(file) }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 20))
        while true {
            let count = read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw SourceFailure("cannot read \(path): \(String(cString: strerror(errno)))")
            }
            if count == 0 { return bytes }
            bytes += part[..<count]
            guard bytes.count <= bytesMax else {
                throw SourceFailure("\(path) has more than \(bytesMax) bytes")
            }
        }
    }
}
