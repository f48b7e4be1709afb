import Glibc

/// An open file or stream, by its number.
enum Descriptor {
    /// Writes to the end, however often the kernel takes only a part.
    ///
    /// - Returns: false when it cannot be written; `errno` says why.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads to the end.
    ///
    /// - Returns: nil when it cannot be read, and `errno` says why; of more than `bytesMax` bytes,
    ///   some more than these.
    static func contents(of descriptor: Int32, bytesMax: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            bytes += chunk.prefix(count)
            if count == 0 || bytes.count > bytesMax { return bytes }
        }
    }
}
